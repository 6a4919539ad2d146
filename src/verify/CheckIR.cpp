// SPDX-License-Identifier: Apache-2.0

#include "verify/CheckIR.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace cudafix::verify {

namespace {

/// Keeps the first error of the backend, which would otherwise end the process.
struct KeepFirstError : DiagnosticHandler {
  explicit KeepFirstError(std::string &Text) : Text(Text) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getSeverity() == DS_Error && Text.empty()) {
      raw_string_ostream OS(Text);
      DiagnosticPrinterRawOStream Printer(OS);
      DI.print(Printer);
    }
    return true;
  }
  std::string &Text;
};

const Target *nvptx(const Triple &T, std::string &Problem) {
  static const bool Initialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)Initialised;
  return TargetRegistry::lookupTarget(T, Problem);
}

bool isKernel(const Function &F) {
  return !F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel;
}

/// Drops everything that no kernel (or not the named kernel) needs: callees stay in the module
/// after inlining.
void keepKernels(Module &M, StringRef Only) {
  auto Drop = [&](auto Which) {
    for (auto Next = M.begin(); Next != M.end();) {
      Function &F = *Next++;
      if (Which(F) && F.use_empty())
        F.eraseFromParent();
    }
  };
  for (Function &F : M)
    if (!F.isDeclaration() && !isKernel(F))
      F.setLinkage(GlobalValue::InternalLinkage);
  if (GlobalVariable *Used = M.getNamedGlobal("llvm.compiler.used"))
    Used->eraseFromParent();
  if (GlobalVariable *Used = M.getNamedGlobal("llvm.used"))
    Used->eraseFromParent();
  Drop([&](Function &F) { return isKernel(F) && !Only.empty() && F.getName() != Only; });
  Drop([](Function &F) { return F.hasLocalLinkage(); });
}

std::string attribute(const Module &M, StringRef Name, StringRef Default) {
  for (const Function &F : M)
    if (isKernel(F) && F.hasFnAttribute(Name))
      return F.getFnAttribute(Name).getValueAsString().str();
  return Default.str();
}

} // namespace

std::unique_ptr<TargetMachine> targetMachine(const Module &M, CodeGenOptLevel Level,
                                             std::string &Problem) {
  const Target *T = nvptx(M.getTargetTriple(), Problem);
  if (!T)
    return nullptr;
  return std::unique_ptr<TargetMachine>(T->createTargetMachine(
      M.getTargetTriple(), attribute(M, "target-cpu", "sm_80"), attribute(M, "target-features", ""),
      TargetOptions(), std::nullopt, std::nullopt, Level));
}

namespace {

/// Writes the PTX of `M` to `Out`; on failure returns false and sets `Problem`.
bool emit(Module &M, std::string &Out, std::string &Problem) {
  std::unique_ptr<TargetMachine> TM = targetMachine(M, CodeGenOptLevel::None, Problem);
  if (!TM)
    return false;
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  legacy::PassManager Passes;
  if (TM->addPassesToEmitFile(Passes, OS, nullptr, CodeGenFileType::AssemblyFile)) {
    Problem = "the backend cannot write assembly";
    return false;
  }
  Passes.run(M);
  Out = std::string(Text);
  return Problem.empty();
}

} // namespace

Expected<std::string> compileIR(StringRef Text, StringRef Kernel) {
  LLVMContext Context;
  std::string Problem, Out;
  Context.setDiagnosticHandler(std::make_unique<KeepFirstError>(Problem));
  SMDiagnostic Diag;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diag, Context);
  if (!M)
    return createStringError("the patched IR does not parse: " + Diag.getMessage());
  raw_string_ostream OS(Problem);
  if (verifyModule(*M, &OS))
    return createStringError("the patched IR is malformed: " + Problem);
  keepKernels(*M, Kernel);
  StripDebugInfo(*M); // it takes most of the time, and nobody reads the assembly
  // If instruction selection fails, it aborts after calling the handler.
  auto Handler = [](void *Text, const char *Reason, bool) {
    *static_cast<std::string *>(Text) = Reason;
  };
  ScopedFatalErrorHandler Scoped(Handler, &Problem);
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Recovery;
  bool Emitted = false;
  bool Survived = Recovery.RunSafely([&] { Emitted = emit(*M, Out, Problem); });
  if (Survived && Emitted)
    return Out;
  if (!Survived)
    (void)M.release(); // in an unknown state
  return createStringError("the NVPTX backend does not accept the patched IR" +
                           (Problem.empty() ? "" : ": " + Problem));
}

Error checkIR(StringRef Text) { return compileIR(Text, "").takeError(); }

Error checkIR(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return checkIR(Text);
}

} // namespace cudafix::verify
