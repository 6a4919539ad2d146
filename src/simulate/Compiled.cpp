// SPDX-License-Identifier: Apache-2.0
#include "simulate/Compiled.h"
#include "frontend/PassManagers.h"
#include "frontend/Precompiled.h"
#include "simulate/Calls.h"
#include "simulate/Lowering.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include <cstring>

namespace cudafix::simulate {

using namespace llvm;

struct CompiledKernel::Jit {
  std::unique_ptr<orc::LLJIT> Engine;
};

CompiledKernel::CompiledKernel() : J(std::make_unique<Jit>()) {}
CompiledKernel::~CompiledKernel() = default;

/// The processor's family only, not its model: results must not depend on the machine.
static Expected<orc::JITTargetMachineBuilder> targetMachine() {
  static bool Ready = !InitializeNativeTarget() && !InitializeNativeTargetAsmPrinter();
  if (!Ready)
    return createStringError("this build of LLVM cannot generate code for this machine");
  orc::JITTargetMachineBuilder Target{Triple(sys::getProcessTriple())};
  Target.setCodeGenOptLevel(CodeGenOptLevel::Less);
  return Target;
}

Expected<DataLayout> hostDataLayout() {
  auto Target = targetMachine();
  if (!Target)
    return Target.takeError();
  return Target->getDefaultDataLayoutForTarget();
}

static Expected<std::unique_ptr<orc::LLJIT>> createEngine() {
  auto Builder = targetMachine();
  if (!Builder)
    return Builder.takeError();
  orc::JITTargetMachineBuilder Target = std::move(*Builder);
  return orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(Target)).create();
}

/// A copy in a context of its own: the engine takes it over.
static Expected<std::unique_ptr<Module>> copyInto(LLVMContext &Context, const Module &M) {
  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  WriteBitcodeToFile(M, OS);
  return parseBitcodeFile(MemoryBufferRef(Bytes, M.getName()), Context);
}

/// The machine's calls stay what they are; what stands between them may be simplified.
static void optimize(Module &M, bool Checked) {
  frontend::PassManagers P;
  FunctionPassManager FPM;
  if (Checked) {
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
  } else {
    FPM = P.Builder.buildFunctionSimplificationPipeline(OptimizationLevel::O1,
                                                        ThinOrFullLTOPhase::None);
  }
  ModulePassManager MPM;
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
  MPM.run(M, P.MAM);
}

static Error defineCalls(orc::LLJIT &Engine, const Module &M) {
  orc::SymbolMap Symbols;
  auto Define = [&](StringRef Name, void *Address) {
    Symbols[Engine.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address),
                                             JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  };
  for (const auto &[Name, Address] : machineCalls())
    Define(Name, Address);
  auto Known = [&](StringRef Name) { return Symbols.contains(Engine.mangleAndIntern(Name)); };
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !Known(F.getName()))
      if (void *Address = mathFunction(F.getName()))
        Define(F.getName(), Address);
  // What code generation makes of intrinsics.
  for (StringRef Name : {"sin",   "cos",   "tan",  "exp",       "exp2", "exp10", "log",   "log2",
                         "log10", "pow",   "fma",  "fmod",      "fmin", "fmax",  "floor", "ceil",
                         "trunc", "round", "rint", "nearbyint", "sqrt", "ldexp"})
    for (const std::string &Each : {Name.str(), Name.str() + "f"})
      if (!Known(Each))
        if (void *Address = mathFunction(Each))
          Define(Each, Address);
  for (const auto &[Name, Address] : conversionFunctions())
    Define(Name, Address);
  Define("memcpy", reinterpret_cast<void *>(std::memcpy));
  Define("memmove", reinterpret_cast<void *>(std::memmove));
  Define("memset", reinterpret_cast<void *>(std::memset));
  return Engine.getMainJITDylib().define(orc::absoluteSymbols(std::move(Symbols)));
}

Expected<std::unique_ptr<CompiledKernel>>
CompiledKernel::compile(const Module &Device, StringRef Kernel, const CompileOptions &Opts) {
  std::unique_ptr<CompiledKernel> Result(new CompiledKernel);
  auto Engine = createEngine();
  if (!Engine)
    return Engine.takeError();
  Result->J->Engine = std::move(*Engine);
  orc::LLJIT &J = *Result->J->Engine;
  auto Context = std::make_unique<LLVMContext>();
  auto M = copyInto(*Context, Device);
  if (!M)
    return M.takeError();
  Function *F = (*M)->getFunction(Kernel);
  if (!F || F->isDeclaration())
    return createStringError("no kernel " + Kernel + " with a body in this module");
  (*M)->setTargetTriple(J.getTargetTriple());
  (*M)->setDataLayout(J.getDataLayout());
  if (Opts.Counters)
    widenAccesses(**M);
  Lowering L(**M, *F, Opts);
  if (Error E = L.run())
    return std::move(E);
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(**M, &OS))
    return createStringError("internal error: the simulator made invalid code of " + Kernel + ": " +
                             Broken);
  StripDebugInfo(**M); // sites know their places; of large kernels it takes most of the time
  optimize(**M, Opts.Checked);
  if (Error E = defineCalls(J, **M))
    return std::move(E);
  for (const Lowering::Target &Each : L.Targets)
    (*M)->getFunction(Each.Name)->setLinkage(GlobalValue::ExternalLinkage);
  if (Error E = J.addIRModule(orc::ThreadSafeModule(std::move(*M), std::move(Context))))
    return std::move(E);
  auto Entry = J.lookup(Lowering::EntryName);
  if (!Entry)
    return Entry.takeError();
  Result->Entry = Entry->toPtr<void (*)(Lane *, void **)>();
  for (const Lowering::Target &Each : L.Targets) {
    auto Code = J.lookup(Each.Name);
    if (!Code)
      return Code.takeError();
    Result->Functions[Each.Offset] = {Code->toPtr<void *>(), Each.Type};
  }
  if (Opts.Coverage) {
    auto Covered = J.lookup(Lowering::CoverageName);
    if (!Covered)
      return Covered.takeError();
    Result->Covered = {Covered->toPtr<uint8_t *>(), L.CoveredBlocks};
  }
  Result->Sites = std::move(L.Sites);
  Result->LoopsAround = std::move(L.LoopsAround);
  Result->Parameters = std::move(L.Parameters);
  Result->Globals = std::move(L.Globals);
  Result->Shared = std::move(L.Shared);
  Result->Image = std::move(L.Image);
  Result->Relocations = std::move(L.Relocations);
  Result->Unsupported = std::move(L.Unsupported);
  Result->SharedBytes = L.SharedBytes;
  Result->StackBytes = L.StackBytes;
  Result->UsesDynamicShared = L.UsesDynamicShared;
  Result->UsesGridBarrier = L.UsesGridBarrier;
  Result->Checked = Opts.Checked;
  if (Result->Sites.size() > UINT16_MAX)
    return createStringError("not supported: more than 65535 accesses and barriers in one kernel");
  return std::move(Result);
}

} // namespace cudafix::simulate
