// SPDX-License-Identifier: Apache-2.0
#include "simulate/runtime/HostProgram.h"
#include "frontend/PassManagers.h"
#include "frontend/Precompiled.h"
#include "simulate/machine/Calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/DynamicLibrary.h"
#include <chrono>
#include <cstdlib>
#include <thread>

namespace cudafix::simulate {

using namespace llvm;

struct HostProgram::Impl {
  std::unique_ptr<orc::LLJIT> Engine;
  std::vector<std::string> Arguments;
};

HostProgram::HostProgram() : I(std::make_unique<Impl>()) {}
HostProgram::~HostProgram() = default;

bool definesMain(const Module &Host) {
  const Function *Main = Host.getFunction("main");
  return Main && !Main->isDeclaration();
}

namespace {

constexpr StringLiteral StubPrefix = "__device_stub__";

/// "_Z6kernelPf" for "_Z21__device_stub__kernelPf"; empty: not a stub.
std::string kernelOfStub(StringRef Stub) {
  size_t At = Stub.find(StubPrefix);
  if (At == StringRef::npos)
    return "";
  StringRef Rest = Stub.drop_front(At + StubPrefix.size());
  size_t Digits = At;
  while (Digits > 0 && isDigit(Stub[Digits - 1]))
    --Digits;
  if (Digits == At)
    return Rest.str(); // extern "C"
  unsigned Length = 0;
  Stub.slice(Digits, At).getAsInteger(10, Length);
  return (Stub.take_front(Digits) + std::to_string(Length - StubPrefix.size()) + Rest).str();
}

/// Functions that exist only in the C library's static part, and those of OpenMP for one thread.
std::vector<std::pair<StringRef, void *>> libraryFunctions() {
  auto Address = [](auto *F) { return reinterpret_cast<void *>(F); };
  return {
      {"atexit", Address(+[](void (*F)()) { return std::atexit(F); })},
      {"omp_get_wtime", Address(+[] {
         return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
             .count();
       })},
      {"omp_get_max_threads", Address(+[] { return 1; })},
      {"omp_get_num_threads", Address(+[] { return 1; })},
      {"omp_get_num_procs", Address(+[] { return 1; })},
      {"omp_get_thread_num", Address(+[] { return 0; })},
      {"omp_set_num_threads", Address(+[](int) {})},
      {"omp_set_nested", Address(+[](int) {})},
      {"omp_set_dynamic", Address(+[](int) {})},
  };
}

/// Prepares the modules and collects what they need.
class Linker {
public:
  Linker(Runtime &R) : R(R) {}
  Expected<orc::ThreadSafeModule> prepare(const Module &From, unsigned Unit);
  /// Undefined symbols, as programmers write them.
  std::vector<std::string> missing(const StringSet<> &Known) const;

  /// Symbols whose addresses are known before linking.
  std::vector<std::pair<std::string, void *>> Addresses;
  struct Stub {
    std::string Symbol;
    DeviceKernel *Kernel;
  };
  std::vector<Stub> Stubs;
  /// Texture and surface references, with the variables of their handles.
  struct Reference {
    unsigned Unit;
    std::string Symbol;
    char *Handle;
  };
  std::vector<Reference> References;

private:
  void placeVariables(Module &M, unsigned Unit);
  void exportStubs(Module &M, unsigned Unit);
  void collect(const Module &M);

  Runtime &R;
  StringSet<> Defined, Needed;
};

} // namespace

/// Exports a function or variable under a unique name, because other files may have one of the same
/// name.
template <typename T> static void exportSymbol(T &G, unsigned Unit) {
  if (!G.hasLocalLinkage())
    return;
  G.setLinkage(GlobalValue::ExternalLinkage);
  G.setName(G.getName() + ".unit" + Twine(Unit));
}

/// Host variables with the names of device variables are placed at the device variables' addresses,
/// except for references, which exist on both sides.
void Linker::placeVariables(Module &M, unsigned Unit) {
  if (Unit >= R.D.units())
    return;
  for (GlobalVariable &G : M.globals()) {
    char *Address = G.hasName() ? R.D.variable(Unit, G.getName()) : nullptr;
    if (!Address)
      continue;
    if (R.D.isTextureReference(Unit, G.getName())) {
      exportSymbol(G, Unit);
      References.push_back({Unit, G.getName().str(), Address});
      continue;
    }
    if (G.hasInitializer() && !isa<UndefValue>(G.getInitializer()))
      continue;
    G.setInitializer(nullptr);
    G.setComdat(nullptr);
    G.setLinkage(GlobalValue::ExternalLinkage);
    G.setVisibility(GlobalValue::DefaultVisibility);
    G.setDSOLocal(false);
    G.setName("device." + std::to_string(Unit) + "." + G.getName());
    Addresses.push_back({G.getName().str(), Address});
  }
}

/// Exports the functions whose addresses identify kernels.
void Linker::exportStubs(Module &M, unsigned Unit) {
  for (Function &F : M) {
    std::string Name = F.isDeclaration() ? "" : kernelOfStub(F.getName());
    DeviceKernel *K = Name.empty() || Unit >= R.D.units() ? nullptr : R.D.kernel(Unit, Name);
    if (!K)
      continue;
    exportSymbol(F, Unit);
    Stubs.push_back({F.getName().str(), K});
  }
}

void Linker::collect(const Module &M) {
  for (const GlobalValue &G : M.global_values()) {
    if (!G.hasName() || G.getName().starts_with("llvm.") || G.hasLocalLinkage())
      continue;
    if (!G.isDeclaration())
      Defined.insert(G.getName());
    else if (!G.use_empty() && !G.hasExternalWeakLinkage())
      Needed.insert(G.getName());
  }
}

/// The name without parameters and without template arguments.
static std::string writtenName(const std::string &Mangled) {
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction())
    return demangle(Mangled);
  size_t Size = 0;
  std::string Name;
  for (char *Raw : {Demangler.getFunctionDeclContextName(nullptr, &Size),
                    Demangler.getFunctionBaseName(nullptr, &Size)}) {
    if (Raw && *Raw)
      Name += (Name.empty() ? "" : "::") + StringRef(Raw).split('<').first.str();
    std::free(Raw);
  }
  return Name;
}

std::vector<std::string> Linker::missing(const StringSet<> &Known) const {
  std::vector<std::string> Names;
  for (const auto &Entry : Needed) {
    std::string Name = Entry.first().str();
    if (!Known.contains(Name) && !Defined.contains(Name) &&
        !sys::DynamicLibrary::SearchForAddressOfSymbol(Name))
      Names.push_back(writtenName(Name));
  }
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

/// Optimizes the host code: programs often recompute results on the host.
static void optimize(Module &M) {
  frontend::PassManagers P;
  P.Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1).run(M, P.MAM);
}

Expected<orc::ThreadSafeModule> Linker::prepare(const Module &From, unsigned Unit) {
  auto Context = std::make_unique<LLVMContext>();
  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  WriteBitcodeToFile(From, OS);
  auto M = parseBitcodeFile(MemoryBufferRef(Bytes, From.getName()), *Context);
  if (!M)
    return M.takeError();
  StripDebugInfo(**M);
  placeVariables(**M, Unit);
  exportStubs(**M, Unit);
  optimize(**M);
  collect(**M);
  llvm::erase_if(
      Stubs, [&](const Stub &S) { return S.Kernel->Unit == Unit && !(*M)->getFunction(S.Symbol); });
  llvm::erase_if(References, [&](const Reference &Each) {
    return Each.Unit == Unit && !(*M)->getNamedGlobal(Each.Symbol);
  });
  return orc::ThreadSafeModule(std::move(*M), std::move(Context));
}

static Error missingSymbols(ArrayRef<std::string> Names) {
  constexpr size_t MaxNamed = 12;
  std::string Text = "the program uses what the simulator's runtime does not have: " +
                     join(Names.take_front(MaxNamed), ", ");
  if (Names.size() > MaxNamed)
    Text += " and " + std::to_string(Names.size() - MaxNamed) + " more";
  return createStringError(Text);
}

Expected<std::unique_ptr<HostProgram>> HostProgram::link(ArrayRef<const Module *> Modules,
                                                         Runtime &R, void (*Exit)(int)) {
  sys::DynamicLibrary::LoadLibraryPermanently(nullptr); // this process
  std::unique_ptr<HostProgram> Program(new HostProgram);
  Linker L(R);
  std::vector<orc::ThreadSafeModule> Ready;
  for (unsigned Unit = 0; Unit < Modules.size(); ++Unit) {
    auto M = L.prepare(*Modules[Unit], Unit);
    if (!M)
      return M.takeError();
    Ready.push_back(std::move(*M));
  }
  for (auto [Name, Address] : Runtime::functions())
    L.Addresses.push_back({Name.str(), Address});
  for (auto [Name, Address] : libraryFunctions())
    L.Addresses.push_back({Name.str(), Address});
  for (auto [Name, Address] : generatedCalls())
    L.Addresses.push_back({Name.str(), Address});
  L.Addresses.push_back({"exit", reinterpret_cast<void *>(Exit)});
  StringSet<> Known;
  for (const auto &[Name, Address] : L.Addresses)
    Known.insert(Name);
  for (StringRef Own : {"__dso_handle", "__cxa_atexit", "__cxa_finalize"})
    Known.insert(Own);
  if (std::vector<std::string> Names = L.missing(Known); !Names.empty())
    return missingSymbols(Names);

  auto Engine = orc::LLJITBuilder().create();
  if (!Engine)
    return Engine.takeError();
  Program->I->Engine = std::move(*Engine);
  orc::LLJIT &J = *Program->I->Engine;
  orc::SymbolMap Symbols;
  for (const auto &[Name, Address] : L.Addresses)
    Symbols[J.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address),
                                        JITSymbolFlags::Exported | JITSymbolFlags::Weak};
  if (Error E = J.getMainJITDylib().define(orc::absoluteSymbols(std::move(Symbols))))
    return std::move(E);
  for (orc::ThreadSafeModule &M : Ready)
    if (Error E = J.addIRModule(std::move(M)))
      return std::move(E);
  for (const Linker::Stub &S : L.Stubs) {
    auto Address = J.lookup(S.Symbol);
    if (!Address)
      return Address.takeError();
    R.addKernel(Address->toPtr<void *>(), *S.Kernel);
  }
  for (const Linker::Reference &Each : L.References) {
    auto Address = J.lookup(Each.Symbol);
    if (!Address)
      return Address.takeError();
    R.addReference(Address->toPtr<void *>(), Each.Handle);
  }
  return std::move(Program);
}

Expected<int> HostProgram::run(const std::vector<std::string> &Arguments) {
  orc::LLJIT &J = *I->Engine;
  if (Error E = J.initialize(J.getMainJITDylib()))
    return std::move(E);
  auto Main = J.lookup("main");
  if (!Main)
    return Main.takeError();
  I->Arguments = Arguments;
  std::vector<char *> Raw;
  for (std::string &A : I->Arguments)
    Raw.push_back(A.data());
  Raw.push_back(nullptr);
  int Code = Main->toPtr<int (*)(int, char **, char **)>()(Raw.size() - 1, Raw.data(), environ);
  if (Error E = J.deinitialize(J.getMainJITDylib()))
    return std::move(E);
  return Code;
}

} // namespace cudafix::simulate
