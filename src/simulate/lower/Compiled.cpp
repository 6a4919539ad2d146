// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Compiled.h"
#include "frontend/PassManagers.h"
#include "frontend/Precompiled.h"
#include "simulate/lower/KernelCopy.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Calls.h"
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

namespace cudafix::simulate {

using namespace llvm;

struct CompiledKernel::Jit {
  std::unique_ptr<orc::LLJIT> Engine;
};

CompiledKernel::CompiledKernel() : J(std::make_unique<Jit>()) {}
CompiledKernel::~CompiledKernel() = default;

/// Uses only the processor's family, not its model: results must not depend on the machine.
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

namespace {

/// All functions that generated code may call: nothing else of this process is linked.
class KnownCalls : public orc::DefinitionGenerator {
public:
  Error tryToGenerate(orc::LookupState &, orc::LookupKind, orc::JITDylib &Library,
                      orc::JITDylibLookupFlags, const orc::SymbolLookupSet &Needed) override {
    orc::SymbolMap Found;
    for (const auto &[Name, Flags] : Needed) {
      void *Address = machineCall(*Name);
      if (!Address)
        Address = libraryFunction(*Name);
      if (Address)
        Found[Name] = {orc::ExecutorAddr::fromPtr(Address),
                       JITSymbolFlags::Exported | JITSymbolFlags::Callable};
    }
    return Library.define(orc::absoluteSymbols(std::move(Found)));
  }
};

} // namespace

static Expected<std::unique_ptr<orc::LLJIT>> createEngine() {
  auto Builder = targetMachine();
  if (!Builder)
    return Builder.takeError();
  auto Engine = orc::LLJITBuilder()
                    .setJITTargetMachineBuilder(std::move(*Builder))
                    .setLinkProcessSymbolsByDefault(false)
                    .setPlatformSetUp(orc::setUpInactivePlatform)
                    .create();
  if (Engine)
    (*Engine)->getMainJITDylib().addGenerator(std::make_unique<KnownCalls>());
  return Engine;
}

/// A copy of the kernel in a separate context, which the engine takes over.
static Expected<std::unique_ptr<Module>> copyInto(LLVMContext &Context, const Module &M,
                                                  StringRef Kernel) {
  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  WriteBitcodeToFile(*copyOfKernel(M, Kernel), OS);
  return parseBitcodeFile(MemoryBufferRef(Bytes, M.getName()), Context);
}

/// Calls of the machine are kept; the code between them may be simplified.
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

Expected<std::unique_ptr<CompiledKernel>>
CompiledKernel::compile(const Module &Device, StringRef Kernel, const CompileOptions &Opts) {
  std::unique_ptr<CompiledKernel> Result(new CompiledKernel);
  auto Engine = createEngine();
  if (!Engine)
    return Engine.takeError();
  Result->J->Engine = std::move(*Engine);
  orc::LLJIT &J = *Result->J->Engine;
  auto Context = std::make_unique<LLVMContext>();
  auto M = copyInto(*Context, Device, Kernel);
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
  StripDebugInfo(**M); // sites know their places; debug info is slow to compile in large kernels
  optimize(**M, Opts.Checked);
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
    auto Covered = J.lookup(BlockNumbers::CoverageName);
    if (!Covered)
      return Covered.takeError();
    Result->Covered = {Covered->toPtr<uint8_t *>(), L.Numbers.blocks()};
  }
  Result->Sites = std::move(L.Sites);
  Result->LoopsAround = L.Numbers.loopsAround();
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
  Result->UsesClusters = L.UsesClusters;
  Result->Checked = Opts.Checked;
  if (Result->Sites.size() > UINT16_MAX)
    return createStringError("not supported: more than 65535 accesses and barriers in one kernel");
  return std::move(Result);
}

} // namespace cudafix::simulate
