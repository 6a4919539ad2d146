// SPDX-License-Identifier: Apache-2.0
#include "verify/SourceIR.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace cudafix::verify {

/// What a call does to order or synchronize threads, with its lanes or barrier; empty: nothing.
static std::string synchronization(const CallBase &Call) {
  std::string Name;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    Name = Asm->getAsmString().str();
  else if (const Function *Callee = Call.getCalledFunction())
    Name = Callee->getName().str();
  StringRef Text = Name;
  if (!Text.contains("bar") && !Text.contains("vote") && !Text.contains("fence"))
    return "";
  for (const Use &Arg : Call.args())
    if (const auto *C = dyn_cast<ConstantInt>(Arg))
      Name += " " + std::to_string(C->getZExtValue());
  return Name;
}

static std::map<std::string, unsigned> synchronization(const Function &F) {
  std::map<std::string, unsigned> Count;
  for (const Instruction &I : instructions(F)) {
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (std::string What = synchronization(*Call); !What.empty())
        ++Count[What];
    } else if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(I) || I.isAtomic()) {
      ++Count[I.getOpcodeName()];
    }
  }
  return Count;
}

std::optional<std::string> irOfSource(StringRef Bitcode, StringRef Patched, StringRef Text,
                                      StringRef Symbol) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Source =
      parseBitcodeFile(MemoryBufferRef(Bitcode, "patched"), Context);
  if (!Source) {
    consumeError(Source.takeError());
    return std::nullopt;
  }
  const Function *After = (*Source)->getFunction(Patched);
  if (!After || After->isDeclaration())
    return std::nullopt;
  if (!Text.empty()) {
    SMDiagnostic Diag;
    std::unique_ptr<Module> Form = parseAssemblyString(Text, Diag, Context);
    const Function *InIR = Form ? Form->getFunction(Symbol) : nullptr;
    if (InIR && synchronization(*InIR) == synchronization(*After))
      return std::nullopt;
  }
  std::string Out;
  raw_string_ostream OS(Out);
  (*Source)->print(OS, nullptr);
  return Out;
}

} // namespace cudafix::verify
