// SPDX-License-Identifier: Apache-2.0
#include "simulate/runtime/Device.h"
#include "frontend/Precompiled.h"
#include "model/Clusters.h"
#include "simulate/machine/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include <cstring>

namespace cudafix::simulate {

using llvm::Error;
using llvm::StringRef;

/// A copy of the module: compilation changes it, and the models refer to the original.
struct Device::Unit {
  frontend::Program *P = nullptr;
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  VariableLayout Layout;
  char *Variables = nullptr;
};

constexpr size_t MaxNotes = 20;
constexpr uint32_t MaxThreads = 1024;
constexpr uint64_t MaxBlocks = 1u << 22; ///< limited by the bits of a thread's number

Device::Device(const DeviceOptions &Opts) : Opts(Opts), Mem(Opts.Bytes) {}
Device::~Device() = default;

void Device::note(std::string Text) {
  if (Notes.size() < MaxNotes && !llvm::is_contained(Notes, Text))
    Notes.push_back(std::move(Text));
}

/// Variables are laid out as on this computer's processor.
static llvm::Expected<std::unique_ptr<llvm::Module>> copyForHost(const llvm::Module &From,
                                                                 llvm::LLVMContext &Context) {
  llvm::SmallString<0> Bytes;
  llvm::raw_svector_ostream OS(Bytes);
  llvm::WriteBitcodeToFile(From, OS);
  auto M = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bytes, From.getName()), Context);
  if (!M)
    return M.takeError();
  llvm::Expected<llvm::DataLayout> Layout = hostDataLayout();
  if (!Layout)
    return Layout.takeError();
  (*M)->setDataLayout(*Layout);
  return M;
}

Error Device::addUnit(frontend::Program &P) {
  auto New = std::make_unique<Unit>();
  New->P = &P;
  P.kernels(); // building the models marks early returns in the module
  auto M = copyForHost(P.deviceModule(), New->Context);
  if (!M)
    return M.takeError();
  New->M = std::move(*M);
  New->Layout = layOutVariables(*New->M);
  const VariableLayout &Layout = New->Layout;
  New->Variables = Mem.reserve(Layout.Image.size() + 1);
  if (!New->Variables)
    return llvm::createStringError("the variables of the program do not fit the device's memory");
  std::memcpy(New->Variables, Layout.Image.data(), Layout.Image.size());
  for (const Relocation &R : Layout.Relocations) {
    char *Target = New->Variables + R.Target;
    std::memcpy(New->Variables + R.At, &Target, sizeof(Target));
  }
  for (const Variable &V : Layout.Variables)
    Mem.place(New->Variables + V.Offset, V.Bytes,
              V.Constant ? ObjectKind::Constant : ObjectKind::Variable, V.Name);
  for (const llvm::Function &F : *New->M)
    if (!F.isDeclaration() && F.getCallingConv() == llvm::CallingConv::PTX_Kernel) {
      auto K = std::make_unique<DeviceKernel>();
      K->Unit = Units.size();
      K->MangledName = F.getName().str();
      Kernels.push_back(std::move(K));
    }
  Units.push_back(std::move(New));
  return Error::success();
}

char *Device::variable(unsigned Number, StringRef Name) {
  const Unit &U = *Units[Number];
  auto At = U.Layout.Offsets.find(Name.str());
  return At == U.Layout.Offsets.end() ? nullptr : U.Variables + At->second;
}

char *Device::variableOfSource(StringRef Name) {
  for (const std::unique_ptr<Unit> &U : Units)
    for (const Variable &V : U->Layout.Variables)
      if (V.Name == Name)
        return U->Variables + V.Offset;
  return nullptr;
}

bool Device::isTextureReference(unsigned Number, StringRef Name) const {
  const llvm::GlobalVariable *G = Units[Number]->M->getNamedGlobal(Name);
  return G && llvm::any_of(G->users(), [](const llvm::User *U) {
           auto *Call = llvm::dyn_cast<llvm::CallBase>(U);
           const llvm::Function *F = Call ? Call->getCalledFunction() : nullptr;
           return F && F->getName().starts_with("llvm.nvvm.texsurf.handle");
         });
}

DeviceKernel *Device::kernel(unsigned Number, StringRef MangledName) {
  for (const std::unique_ptr<DeviceKernel> &K : Kernels)
    if (K->Unit == Number && K->MangledName == MangledName)
      return K.get();
  return nullptr;
}

frontend::KernelUnit *Device::model(const DeviceKernel &K) {
  for (frontend::KernelUnit &Model : Units[K.Unit]->P->kernels())
    if (Model.Model.MangledName == K.MangledName)
      return &Model;
  return nullptr;
}

const CompiledKernel *Device::code(DeviceKernel &K) {
  if (K.Code || !K.Problem.empty())
    return K.Code.get();
  CompileOptions How;
  How.Bounded = true;
  How.Lenient = true;
  How.Checked = Opts.Checked;
  How.Counters = Opts.Counters;
  How.Layout = &Units[K.Unit]->Layout;
  auto Compiled = CompiledKernel::compile(*Units[K.Unit]->M, K.MangledName, How);
  if (Compiled) {
    K.Code = std::move(*Compiled);
    return K.Code.get();
  }
  K.Problem = llvm::toString(Compiled.takeError());
  note(K.Problem);
  return nullptr;
}

const Object *Device::object(const void *P, uint64_t Bytes) {
  auto At = reinterpret_cast<uintptr_t>(P);
  const Object *O = Mem.find(At);
  return O && O->End - At >= Bytes ? O : nullptr;
}

/// Keeps the findings of this launch that no earlier launch had.
void Device::tell(DeviceKernel &K, const LaunchRequest &Request, const std::vector<Event> &Events) {
  frontend::KernelUnit *Model = Events.empty() ? nullptr : model(K);
  if (!Model)
    return;
  Witness Of;
  llvm::copy(Request.Grid, Of.GridDim.begin());
  llvm::copy(Request.Block, Of.BlockDim.begin());
  for (Finding &F : toFindings(Events, *K.Code, *Model, Of)) {
    std::string Key = F.Id + '\n' + F.KernelName + '\n' + F.Loc.File + ':' +
                      std::to_string(F.Loc.Line) + ':' + std::to_string(F.Loc.Column);
    for (const Related &R : F.RelatedPlaces)
      Key += '\n' + std::to_string(R.Loc.Line) + ':' + std::to_string(R.Loc.Column);
    if (Told.insert(Key).second)
      Findings.push_back(std::move(F));
  }
}

static LaunchResult resultOf(const SimulationResult &R) {
  LaunchResult Result = R.Finished ? LaunchResult::Done : LaunchResult::Failed;
  for (const Event &E : R.Events)
    if (E.Kind == EventKind::GaveUp)
      Result = LaunchResult::GaveUp;
  return Result;
}

LaunchResult Device::launch(DeviceKernel &K, const LaunchRequest &Request) {
  uint64_t Threads = 1, Blocks = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Threads *= Request.Block[D];
    Blocks *= Request.Grid[D];
  }
  if (Threads == 0 || Threads > MaxThreads || Blocks == 0)
    return LaunchResult::BadConfiguration;
  if (Blocks > MaxBlocks) {
    note("a grid of " + std::to_string(Blocks) + " blocks; at most " + std::to_string(MaxBlocks) +
         " can be simulated");
    return LaunchResult::BadConfiguration;
  }
  const CompiledKernel *Code = code(K);
  if (!Code)
    return LaunchResult::NoCode;
  if (Request.DynamicShared > K.DynamicSharedLimit)
    return LaunchResult::TooMuchShared;
  ++K.Launches;
  ++Launches;
  Configuration C;
  C.Grid = Request.Grid;
  C.Block = Request.Block;
  C.DynamicShared = Request.DynamicShared;
  C.MaxAccesses = Opts.MaxAccesses;
  C.Globals = Units[K.Unit]->Variables;
  C.FirstEpoch = Epoch;
  C.Textures = &Textures;
  C.Stacks = &Stacks;
  if (Opts.Seed) {
    C.Plan.How = Order::Random;
    C.Plan.Seed = Opts.Seed + Launches;
  }
  C.Cluster = Request.Together.Cluster;
  if (frontend::KernelUnit *Of = model(K))
    if (auto Is = clusterOf(Of->Model, Launch()))
      C.Cluster = {(*Is)[0], (*Is)[1], (*Is)[2]};
  for (unsigned D = 0; D < 3; ++D)
    if (!C.Cluster[D] || C.Grid[D] % C.Cluster[D])
      return LaunchResult::BadConfiguration;
  if (Request.Together.Cooperative || Code->UsesGridBarrier)
    C.MaxResident = UINT64_MAX;
  uint64_t Mark = Mem.mark();
  Machine M(*Code, Mem, C);
  SimulationResult R = M.run(Request.Arguments);
  Epoch = M.nextEpoch();
  Mem.rewind(Mark);
  std::fwrite(R.Output.data(), 1, R.Output.size(), stdout);
  K.Counted.add(R.Counted);
  K.Accesses += R.Accesses;
  Accesses += R.Accesses;
  tell(K, Request, R.Events);
  return resultOf(R);
}

} // namespace cudafix::simulate
