// SPDX-License-Identifier: Apache-2.0
//
// The text of an asm statement, read alone and lowered in a function.
#include "InputFile.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/InlineAsm.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  frontend::classifyAsm(Text, /*Clobbers=*/true);
  frontend::registersIn(Text);
  frontend::doublePercents(Text);
  if (auto Statements = frontend::parsePtx(Text))
    for (const frontend::PtxStatement &S : *Statements)
      frontend::classOf(S.Opcode);
  llvm::LLVMContext Context;
  llvm::Module Module("m", Context);
  llvm::IRBuilder<> B(Context);
  llvm::Type *Word = B.getInt32Ty(), *Wide = B.getInt64Ty(), *Real = B.getFloatTy();
  auto *F = llvm::Function::Create(
      llvm::FunctionType::get(B.getVoidTy(), {Word, Wide, Real, Word}, false),
      llvm::GlobalValue::ExternalLinkage, "f", Module);
  B.SetInsertPoint(llvm::BasicBlock::Create(Context, "", F));
  llvm::Type *Results = llvm::StructType::get(Context, {Word, Word});
  auto *Asm =
      llvm::InlineAsm::get(llvm::FunctionType::get(Results, {Word, Wide, Real, Word}, false), Text,
                           "=r,=r,r,l,f,r,~{memory}", /*hasSideEffects=*/true);
  B.CreateCall(Asm, {F->getArg(0), F->getArg(1), F->getArg(2), F->getArg(3)});
  B.CreateRetVoid();
  frontend::lowerAssembly(*F);
  if (llvm::verifyModule(Module, &llvm::errs()))
    std::abort();
  return 0;
}
