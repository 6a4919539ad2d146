// SPDX-License-Identifier: Apache-2.0

#include "host/Summary.h"
#include "host/HostModule.h"
#include "model/Json.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <set>

using namespace llvm;
using namespace cudafix::host;

/// Library code in headers is not part of the program.
static bool isProgram(const Function &F) { return !isLibrary(F) && !F.isIntrinsic(); }

static bool launches(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *C = dyn_cast<CallBase>(&I);
    const Function *Callee = C ? C->getCalledFunction() : nullptr;
    if (!Callee)
      return false;
    StringRef Name = Callee->getName();
    return Name == "__cudafix_push" || Name.starts_with("cudaLaunch") ||
           Name.starts_with("cudaGraphAddKernelNode") || !kernelOfStub(Name).empty();
  });
}

UnitSummary cudafix::host::summarise(Module &Host, StringRef File) {
  UnitSummary S;
  S.File = File.str();
  for (const Function &F : Host) {
    if (F.isDeclaration() || !isProgram(F))
      continue;
    UnitSummary::Function Out{F.getName().str(), launches(F), {}};
    for (const Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I); C && C->getCalledFunction())
        if (isProgram(*C->getCalledFunction()))
          Out.Calls.push_back(C->getCalledFunction()->getName().str());
    llvm::sort(Out.Calls);
    Out.Calls.erase(std::unique(Out.Calls.begin(), Out.Calls.end()), Out.Calls.end());
    S.Functions.push_back(std::move(Out));
  }
  ValueToValueMapTy Map;
  auto Kept = CloneModule(Host, Map, [](const GlobalValue *G) {
    auto *F = dyn_cast<Function>(G);
    return F ? isProgram(*F) || F->getInstructionCount() < 40 : true;
  });
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*Kept, OS);
  SmallVector<uint8_t, 0> Small;
  compression::zlib::compress(arrayRefFromStringRef(StringRef(Bitcode.data(), Bitcode.size())),
                              Small);
  S.Code = std::to_string(Bitcode.size()) + ":" + encodeBase64(Small);
  return S;
}

std::string cudafix::host::toText(ArrayRef<UnitSummary> Units) {
  json::Array List;
  for (const UnitSummary &U : Units) {
    json::Array Functions;
    for (const UnitSummary::Function &F : U.Functions)
      Functions.push_back(json::Object{
          {"name", F.Name}, {"launches", F.Launches}, {"calls", json::Array(F.Calls)}});
    List.push_back(
        json::Object{{"file", U.File}, {"functions", std::move(Functions)}, {"code", U.Code}});
  }
  std::string Text;
  raw_string_ostream OS(Text);
  OS << json::Value(json::Object{{"version", 1}, {"tool", "cuda-fix"}, {"units", std::move(List)}})
     << '\n';
  return Text;
}

static bool read(const json::Object &O, UnitSummary &U) {
  auto File = O.getString("file"), Code = O.getString("code");
  const json::Array *Functions = O.getArray("functions");
  if (!File || !Code || !Functions)
    return false;
  U.File = File->str();
  U.Code = Code->str();
  for (const json::Value &V : *Functions) {
    const json::Object *F = V.getAsObject();
    if (!F || !F->getString("name") || !F->getArray("calls"))
      return false;
    UnitSummary::Function Out{
        F->getString("name")->str(), F->getBoolean("launches").value_or(false), {}};
    for (const json::Value &C : *F->getArray("calls"))
      Out.Calls.push_back(C.getAsString().value_or("").str());
    U.Functions.push_back(std::move(Out));
  }
  return true;
}

Expected<std::vector<UnitSummary>> cudafix::host::summariesFromText(StringRef Text) {
  Expected<json::Value> V = parseJson(Text);
  if (!V)
    return V.takeError();
  const json::Object *Root = V->getAsObject();
  const json::Array *Units = Root ? Root->getArray("units") : nullptr;
  if (!Units || Root->getInteger("version") != 1)
    return createStringError("not a file of summarise of this version");
  std::vector<UnitSummary> All;
  for (const json::Value &U : *Units)
    if (!U.getAsObject() || !read(*U.getAsObject(), All.emplace_back()))
      return createStringError("not a file of summarise of this version");
  return All;
}

Expected<std::vector<UnitSummary>> cudafix::host::readSummaries(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError(File + ": cannot be read: " + Buffer.getError().message());
  auto All = summariesFromText((*Buffer)->getBuffer());
  if (!All)
    return createStringError(File + ": " + toString(All.takeError()));
  return All;
}

namespace {
/// A function in the unit that defines it: different programs of a build may define functions of
/// the same name.
struct Definition {
  uint32_t Unit;
  const UnitSummary::Function *F;
  bool operator<(const Definition &O) const { return F < O.F; }
};
} // namespace

struct LaunchGraph::Impl {
  struct Named {
    std::vector<Definition> Definitions, Callers;
  };
  ArrayRef<UnitSummary> All;
  StringMap<Named> Functions;

  void add(StringMap<Named> &To, const UnitSummary &U, uint32_t Index) const {
    for (const UnitSummary::Function &F : U.Functions) {
      To[F.Name].Definitions.push_back({Index, &F});
      for (const std::string &Callee : F.Calls)
        To[Callee].Callers.push_back({Index, &F});
    }
  }
  /// Functions that call one of these names, directly or indirectly; `Own` are additional
  /// functions.
  std::set<Definition> leading(std::vector<StringRef> Names, const StringMap<Named> &Own) const;
};

LaunchGraph::LaunchGraph(ArrayRef<UnitSummary> All) : I(std::make_unique<Impl>()) {
  I->All = All;
  for (uint32_t U = 0; U < All.size(); ++U)
    I->add(I->Functions, All[U], U);
}

LaunchGraph::~LaunchGraph() = default;

std::set<Definition> LaunchGraph::Impl::leading(std::vector<StringRef> Names,
                                                const StringMap<Named> &Own) const {
  std::set<Definition> Leads;
  StringSet<> Seen;
  while (!Names.empty()) {
    StringRef Name = Names.back();
    Names.pop_back();
    if (!Seen.insert(Name).second)
      continue;
    for (const StringMap<Named> *In : {&Functions, &Own})
      if (auto At = In->find(Name); At != In->end())
        for (const Definition &D : At->second.Callers)
          if (Leads.insert(D).second)
            Names.push_back(D.F->Name);
  }
  return Leads;
}

std::vector<std::string> LaunchGraph::launching() const {
  std::vector<StringRef> Names;
  for (const UnitSummary &U : I->All)
    for (const UnitSummary::Function &F : U.Functions)
      if (F.Launches)
        Names.push_back(F.Name);
  std::set<std::string> All(Names.begin(), Names.end());
  for (const Definition &D : I->leading(Names, {}))
    All.insert(D.F->Name);
  return {All.begin(), All.end()};
}

std::vector<size_t> LaunchGraph::unitsThatLaunch(const UnitSummary &Unit) const {
  // Functions that lead to a launch in this unit, or to one of a kernel that it defines.
  std::vector<StringRef> Names;
  StringMap<Impl::Named> Own;
  I->add(Own, Unit, ~0u);
  std::set<uint32_t> Units;
  auto Want = [&](const Definition &D) {
    auto At = Own.find(D.F->Name);
    bool HasOwn = At != Own.end() && !At->second.Definitions.empty();
    if (!HasOwn && I->All[D.Unit].File != Unit.File)
      Units.insert(D.Unit);
  };
  auto WantCallees = [&](const UnitSummary::Function &F) {
    for (const std::string &Callee : F.Calls)
      if (auto At = I->Functions.find(Callee); At != I->Functions.end())
        for_each(At->second.Definitions, Want);
  };
  for (const UnitSummary::Function &F : Unit.Functions)
    if (F.Launches || !kernelOfStub(F.Name).empty()) {
      Names.push_back(F.Name);
      WantCallees(F);
    }
  for (const Definition &D : I->leading(std::move(Names), Own)) {
    if (D.Unit != ~0u)
      Want(D);
    WantCallees(*D.F);
  }
  return {Units.begin(), Units.end()};
}

static Expected<std::unique_ptr<Module>> codeOf(const UnitSummary &U, LLVMContext &Ctx) {
  auto [Size, Text] = StringRef(U.Code).split(':');
  size_t Bytes = 0;
  std::vector<char> Small;
  if (Size.getAsInteger(10, Bytes))
    return createStringError(U.File + ": the summary is damaged");
  if (Error E = decodeBase64(Text, Small))
    return std::move(E);
  SmallVector<uint8_t, 0> Bitcode;
  if (Error E = compression::zlib::decompress(
          ArrayRef(reinterpret_cast<const uint8_t *>(Small.data()), Small.size()), Bitcode, Bytes))
    return std::move(E);
  return parseBitcodeFile(MemoryBufferRef(toStringRef(Bitcode), U.File), Ctx);
}

Error cudafix::host::linkUnits(Module &Host, ArrayRef<const UnitSummary *> Units) {
  for (const UnitSummary *U : Units) {
    auto Code = codeOf(*U, Host.getContext());
    if (!Code)
      return Code.takeError();
    // Units of different programs may define the same name; each keeps its own definition.
    for (GlobalValue &G : (*Code)->global_values())
      if (GlobalValue *Other = Host.getNamedValue(G.getName()))
        if (!G.isDeclaration() && !Other->isDeclaration() && G.isStrongDefinitionForLinker() &&
            Other->isStrongDefinitionForLinker() && !G.hasAppendingLinkage())
          G.setLinkage(GlobalValue::InternalLinkage);
    if (Linker::linkModules(Host, std::move(*Code)))
      return createStringError(U->File + ": its host code does not fit this unit's");
  }
  return Error::success();
}
