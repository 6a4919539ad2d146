// SPDX-License-Identifier: Apache-2.0
//
// Combines the launches in the host AST (where) with those in host IR (what).

#include "host/Launches.h"
#include "frontend/DevicePipeline.h"
#include "frontend/parse/UnreadNames.h"
#include "host/Assume.h"
#include "host/HostFacts.h"
#include "host/LaunchSites.h"
#include "host/LaunchWays.h"
#include "host/RelevantFacts.h"
#include "host/RepeatedLaunches.h"
#include "host/SizeOrders.h"
#include "host/StreamOrder.h"
#include "host/Summary.h"
#include "host/UserLaunch.h"
#include "model/Convention.h"
#include "model/OneThread.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace cudafix;
using namespace cudafix::host;

struct LaunchTable::Impl {
  Impl(frontend::Program &P, const Options &Opts) : P(P), Opts(Opts) {}
  frontend::Program &P;
  const Options &Opts;
  LaunchSites Sites;
  HostLaunches InIR;
  /// The module before it was linked with callers of other units, for launches that no caller seen
  /// leads to.
  std::unique_ptr<llvm::Module> Alone;
  std::optional<HostLaunches> InAlone;
  std::map<llvm::Function *, std::unique_ptr<HostMemory>> Memories;
  std::optional<std::map<const Kernel *, std::vector<StreamPair>>> Concurrent;
  std::vector<EarlierAtKernel> Earlier;
  /// By kernel: where host IR launches it before anything is optimized away.
  std::map<std::string, std::vector<SourceLoc>> Written;
  /// By kernel: where functions mention it whose bodies could not be read.
  std::map<std::string, std::vector<SourceLoc>> InUnread;
  std::vector<std::string> Problems;
  std::map<std::string, bool> Assumed; ///< the assumptions so far, and whether they fit a kernel

  void readHost();
  void linkOthers(llvm::Module &M, const UnitSummary &Own);
  bool ignores(llvm::StringRef Class) const { return llvm::is_contained(Opts.IgnoreFacts, Class); }
  void forget(Launch &L) const;
  void complete(Launch &L, const frontend::KernelUnit &K) const;
  std::vector<Launch> seen(frontend::KernelUnit &K);
  std::vector<Launch> describe(const HostLaunches &Of, const frontend::KernelUnit &K);
  HostMemory &memoryOf(llvm::Function &F);
  void findConcurrent();
  bool isEscaped(llvm::StringRef Kernel);
  bool isLaunchedUnread(const frontend::KernelUnit &K) const;
  bool isInstance(const frontend::KernelUnit &K);
  std::vector<Launch> describedByUser(const frontend::KernelUnit &K);
  Launch fromConstants(const LaunchSite &S, frontend::KernelUnit &K);
  void applyOptions(frontend::KernelUnit &K, Launch &L);
  void applyAssumptions(frontend::KernelUnit &K, Launch &L);
};

LaunchTable::LaunchTable(frontend::Program &P, const Options &Opts)
    : I(std::make_unique<Impl>(P, Opts)) {
  if (P.host())
    I->Sites = findLaunchSites(P);
  I->readHost();
}
LaunchTable::~LaunchTable() = default;

/// The places that an attribute lists, "file:line" each.
static std::vector<SourceLoc> placesIn(const llvm::Function &F, llvm::StringRef Attribute) {
  std::vector<SourceLoc> Places;
  for (llvm::StringRef Place : llvm::split(F.getFnAttribute(Attribute).getValueAsString(), '\n')) {
    auto [File, Line] = Place.rsplit(':');
    SourceLoc &At = Places.emplace_back();
    At.File = File.str();
    Line.getAsInteger(10, At.Line);
  }
  return Places;
}

void LaunchTable::Impl::readHost() {
  if (Sites.Sites.empty() && Sites.Escaped.empty() && Opts.LaunchFiles.empty())
    return;
  llvm::Module *M = P.hostModule();
  if (!M)
    return;
  for (const llvm::Function &F : *M)
    if (std::string Kernel = kernelOfStub(F.getName()); F.hasFnAttribute(frontend::NamedInUnread))
      InUnread[Kernel] = placesIn(F, frontend::NamedInUnread);
    else
      Written[Kernel] = placesIn(F, frontend::LaunchedAt);
  if (!Opts.LaunchFiles.empty())
    linkOthers(*M, summarise(*M, P.command().File));
  if (!ignores("callers"))
    Alone = llvm::CloneModule(*M);
  InIR = prepareLaunches(*M, {!ignores("callers")});
}

/// Links host code of the build that leads to this unit's kernels into its module.
void LaunchTable::Impl::linkOthers(llvm::Module &M, const UnitSummary &Own) {
  std::vector<UnitSummary> All;
  for (const std::string &File : Opts.LaunchFiles) {
    auto Read = readSummaries(File);
    if (Read)
      llvm::append_range(All, std::move(*Read));
    else
      Problems.push_back(llvm::toString(Read.takeError()));
  }
  std::vector<const UnitSummary *> Wanted;
  for (size_t I : LaunchGraph(All).unitsThatLaunch(Own))
    Wanted.push_back(&All[I]);
  if (llvm::Error E = linkUnits(M, Wanted))
    Problems.push_back(llvm::toString(std::move(E)));
}

std::vector<std::string> LaunchTable::problems() const {
  std::vector<std::string> All = I->Problems;
  for (auto &[Text, Fits] : I->Assumed)
    if (!Fits && llvm::none_of(I->Opts.Assumes, [&, &T = Text](const AssumeOption &A) {
          return A.Text == T && !A.Kernel.empty();
        }))
      All.push_back("--assume '" + Text + "': no kernel of this file has what it names");
  return All;
}

/// Returns true if an option for a kernel of this name applies to this kernel.
static bool applies(llvm::StringRef Name, const Kernel &K) {
  return isNamed(Name, K.Name) || Name == K.MangledName;
}

/// If a kernel has more launches than this, a single general launch is analysed.
static constexpr size_t MaxLaunches = 16;

HostMemory &LaunchTable::Impl::memoryOf(llvm::Function &F) {
  std::unique_ptr<HostMemory> &Memory = Memories[&F];
  if (!Memory)
    Memory = std::make_unique<HostMemory>(F);
  return *Memory;
}

/// Finds operations in streams that may overlap, over all kernels of the unit.
void LaunchTable::Impl::findConcurrent() {
  Concurrent.emplace();
  llvm::SetVector<llvm::Function *> Roots;
  for (const HostLaunch &H : InIR.Launches)
    Roots.insert(H.Call->getFunction());
  bool PerThread =
      P.host() && P.host()->getPreprocessor().isMacroDefined("CUDA_API_PER_THREAD_DEFAULT_STREAM");
  bool Several = PerThread || (!Roots.empty() && llvm::any_of(*P.hostModule(), [](auto &F) {
                   return F.getName().starts_with("cudaStreamCreate");
                 }));
  auto Model = [&](const std::string &Mangled) -> const Kernel * {
    for (const frontend::KernelUnit &K : P.kernels())
      if (K.Model.MangledName == Mangled)
        return &K.Model;
    return nullptr;
  };
  for (llvm::Function *F : Roots)
    if (P.hostModule()->getFunction("cudaLaunchKernelExC"))
      llvm::append_range(Earlier, earlierUses(*F, memoryOf(*F), InIR.Launches, Model, PerThread));
  for (llvm::Function *F : Roots)
    if (Several)
      for (PairAtKernel &At : unorderedPairs(*F, memoryOf(*F), InIR.Launches, Model, PerThread))
        (*Concurrent)[At.Model].push_back(std::move(At.Pair));
}

std::vector<Launch> LaunchTable::Impl::describe(const HostLaunches &Of,
                                                const frontend::KernelUnit &K) {
  std::vector<Launch> Launches;
  for (const HostLaunch &H : Of.Launches) {
    if (H.Kernel != K.Model.MangledName)
      continue;
    llvm::Function &In = *H.Call->getFunction();
    for (Launch &L : launchesOf(H, memoryOf(In), K.Model, *K.Solving)) {
      forget(L);
      L.Unreached = &Of != &InIR && !InUnread.count(H.Kernel) &&
                    InIR.OnlyInCallers.contains(In.getName().str());
      Launches.push_back(std::move(L));
    }
  }
  return Launches;
}

/// Adds dimensions that the host IR leaves open, if Clang's constant folding gives the same for
/// every launch at that place.
void LaunchTable::Impl::complete(Launch &L, const frontend::KernelUnit &K) const {
  auto Fill = [&](auto Dims, Expr(&To)[3]) {
    for (unsigned D = 0; D < 3; ++D) {
      std::optional<uint64_t> Found;
      bool Same = !To[D];
      for (const LaunchSite &S : Sites.Sites)
        if (Same && S.Kernel == K.Model.MangledName && isAt(L.Loc, S)) {
          std::optional<uint64_t> Here = (S.*Dims)[D];
          Same = Here && (!Found || *Found == *Here);
          Found = Here;
        }
      if (Same && Found)
        To[D] = K.Model.Ctx->constant(*Found, 32);
    }
  };
  Fill(&LaunchSite::Grid, L.Grid);
  Fill(&LaunchSite::Block, L.Block);
}

/// The launches in host IR. If no caller seen makes a launch happen, only the facts of its own
/// function are used; if host code could not be generated, and for kernels that launch kernels,
/// only the constants.
std::vector<Launch> LaunchTable::Impl::seen(frontend::KernelUnit &K) {
  std::vector<Launch> All = describe(InIR, K);
  if (!ignores("dimensions"))
    for (Launch &L : All)
      complete(L, K);
  for (const LaunchSite &S : Sites.Sites) {
    auto Here = [&](const Launch &L) { return isAt(L.Loc, S); };
    if (S.Kernel != K.Model.MangledName || llvm::any_of(All, Here))
      continue;
    if (Alone && !InAlone)
      InAlone = prepareLaunches(*Alone, {false});
    size_t Before = All.size();
    if (InAlone)
      llvm::copy_if(describe(*InAlone, K), std::back_inserter(All), Here);
    if (All.size() == Before) {
      All.push_back(fromConstants(S, K));
      All.back().Unread = llvm::none_of(All.back().Block, [](Expr E) { return E != Expr(); });
      All.back().Unreached =
          llvm::any_of(Written[S.Kernel], [&](const SourceLoc &At) { return isAt(At, S); });
      forget(All.back());
    }
  }
  auto IsUnreached = [](const Launch &L) { return L.Unreached; };
  const bool Never = llvm::all_of(All, IsUnreached), Instance = isInstance(K);
  if (!Never)
    llvm::erase_if(All, IsUnreached);
  for (Launch &L : All) {
    L.Unreached = L.Unreached && Instance;
    L.Plain = Sites.arePlain(L.Loc, K.Model.MangledName);
  }
  dropRepeated(All);
  if (All.size() > MaxLaunches) {
    All.resize(MaxLaunches);
    All.emplace_back();
  }
  return All;
}

llvm::ArrayRef<llvm::StringRef> cudafix::host::factClasses() {
  static constexpr llvm::StringRef Names[] = {"conditions", "dimensions", "relations",
                                              "loops",      "sizes",      "constants",
                                              "aliases",    "callers",    "library"};
  return Names;
}

/// Removes the classes of facts that --ignore-facts names.
void LaunchTable::Impl::forget(Launch &L) const {
  static constexpr std::pair<FactClass, llvm::StringLiteral> Names[] = {
      {FactClass::Condition, "conditions"}, {FactClass::Dimension, "dimensions"},
      {FactClass::Relation, "relations"},   {FactClass::Loop, "loops"},
      {FactClass::Allocation, "sizes"},     {FactClass::Constant, "constants"},
      {FactClass::Library, "library"}};
  for (auto &[Class, Name] : Names)
    if (ignores(Name))
      llvm::erase_if(L.Facts, [Class = Class](const Fact &F) { return F.Class == Class; });
  if (ignores("dimensions"))
    for (unsigned D = 0; D < 3; ++D)
      L.Grid[D] = L.Block[D] = Expr();
  for (Origin &O : L.Origins)
    if (ignores("sizes"))
      O.Bytes = Expr();
  if (ignores("aliases"))
    L.Origins.clear();
}

/// The launches of --launch, of the configuration file, and of the comments above the kernel.
std::vector<Launch> LaunchTable::Impl::describedByUser(const frontend::KernelUnit &K) {
  std::vector<Launch> Launches;
  auto Add = [&](llvm::StringRef Text, const SourceLoc &Loc) {
    llvm::Expected<Launch> L = parseLaunch(Text, K.Model, Loc);
    if (L)
      Launches.push_back(std::move(*L));
    else
      Problems.push_back(llvm::toString(L.takeError()));
  };
  for (const LaunchOption &O : Opts.Launches)
    if (applies(O.Kernel, K.Model))
      Add(O.Text, SourceLoc());
  llvm::Expected<llvm::StringRef> Source = P.contents(K.Model.Loc.File);
  if (!Source) {
    llvm::consumeError(Source.takeError()); // the kernel has no location
    return Launches;
  }
  for (auto &[Text, Line] : launchComments(*Source, K.Model.Loc.Line)) {
    SourceLoc Loc;
    Loc.File = K.Model.Loc.File;
    Loc.Line = Line;
    Add(Text, Loc);
  }
  return Launches;
}

/// Returns true if the kernel may be launched where neither AST nor IR shows it.
bool LaunchTable::Impl::isEscaped(llvm::StringRef Kernel) {
  if (!llvm::is_contained(Sites.Escaped, Kernel))
    return false;
  bool InModule =
      llvm::any_of(InIR.Launches, [&](const HostLaunch &H) { return H.Kernel == Kernel; });
  return !InModule || llvm::is_contained(InIR.Escaped, Kernel);
}

/// Returns true if the kernel is an instance of a template that only visible launches can request.
bool LaunchTable::Impl::isInstance(const frontend::KernelUnit &K) {
  return K.Decl && K.Decl->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation &&
         !isEscaped(K.Model.MangledName);
}

/// Returns true if no launch of the kernel is seen, but host code that could not be read mentions
/// it or another instance of its template.
bool LaunchTable::Impl::isLaunchedUnread(const frontend::KernelUnit &K) const {
  auto At = InUnread.find(K.Model.MangledName);
  if (At == InUnread.end() || !K.Decl)
    return false;
  std::string Name = K.Decl->getNameAsString();
  std::string Encoded = std::to_string(Name.size()) + Name;
  return llvm::any_of(At->second, [&](const SourceLoc &Place) {
    return llvm::none_of(Sites.Sites, [&](const LaunchSite &S) {
      return llvm::StringRef(S.Kernel).contains(Encoded) && isAt(Place, S);
    });
  });
}

/// The parameter symbols by argument of the stub, up to the first aggregate, which the calling
/// convention may split.
static std::vector<Expr> parameterTerms(frontend::KernelUnit &K) {
  std::vector<Expr> Terms;
  if (!K.Decl)
    return Terms;
  for (const clang::ParmVarDecl *D : K.Decl->parameters()) {
    if (D->getType()->isRecordType())
      break;
    Expr E;
    for (const Kernel::Param &P : K.Model.Params)
      if (P.Symbol != NoId && !P.Name.empty() && P.Name == D->getName())
        E = K.Model.Ctx->apply(P.Symbol);
    Terms.push_back(E);
  }
  return Terms;
}

/// The launch as far as Clang's constant folding determines it.
Launch LaunchTable::Impl::fromConstants(const LaunchSite &S, frontend::KernelUnit &K) {
  ExprContext &Ctx = *K.Model.Ctx;
  Launch L;
  L.Generic = false;
  L.Loc = S.Loc;
  for (unsigned D = 0; D < 3; ++D) {
    if (S.Grid[D])
      L.Grid[D] = Ctx.constant(*S.Grid[D], 32);
    if (S.Block[D])
      L.Block[D] = Ctx.constant(*S.Block[D], 32);
  }
  if (S.SharedBytes)
    L.SharedBytes = Ctx.constant(*S.SharedBytes, 32);
  std::vector<Expr> Terms = parameterTerms(K);
  for (unsigned A = 0; A < S.Args.size() && A < Terms.size(); ++A)
    if (S.Args[A] && Terms[A]) {
      Expr Value = Ctx.constant(S.Args[A]->extOrTrunc(64).getZExtValue(), Terms[A]->width());
      Expr Cond = Ctx.eq(Terms[A], Value);
      L.Facts.push_back({Cond, Ctx.toString(Cond), S.Loc, FactClass::Constant});
    }
  return L;
}

void LaunchTable::Impl::applyAssumptions(frontend::KernelUnit &K, Launch &L) {
  for (const AssumeOption &A : Opts.Assumes) {
    if (!applies(A.Kernel, K.Model))
      continue;
    std::string Missing;
    llvm::Expected<Expr> E = parseAssumption(A.Text, K.Model, Missing);
    if (!E) {
      Problems.push_back("--assume " + llvm::toString(E.takeError()));
      continue;
    }
    Assumed[A.Text] |= static_cast<bool>(*E);
    if (*E)
      L.Facts.push_back({*E, A.Text, SourceLoc(), FactClass::User});
    else if (!A.Kernel.empty())
      Problems.push_back("--assume '" + A.Text + "': kernel " + K.Model.Name +
                         " has no parameter '" + Missing + "'");
  }
}

void LaunchTable::Impl::applyOptions(frontend::KernelUnit &K, Launch &L) {
  ExprContext &Ctx = *K.Model.Ctx;
  auto lay = [&](const std::vector<DimOption> &Options, Expr(&Dim)[3], SymbolKind Kind) {
    for (const DimOption &O : Options) {
      if (!applies(O.Kernel, K.Model))
        continue;
      for (unsigned D = 0; D < 3; ++D)
        Dim[D] = Ctx.constant(O.Dim[D], 32);
      // Facts from host code about these dimensions are replaced, including relations.
      llvm::erase_if(L.Facts, [&](const Fact &F) {
        return ExprContext::any(F.Cond, [&](Expr E) {
          return E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == Kind;
        });
      });
    }
  };
  lay(Opts.BlockDims, L.Block, SymbolKind::BlockDim);
  lay(Opts.GridDims, L.Grid, SymbolKind::GridDim);
  L.Open |= !Opts.Conventions.contains(Convention::CustomaryBlocks);
  const bool MayWrap = !Opts.Conventions.contains(Convention::NoWrap);
  if (!MayWrap)
    boundCounts(K.Model, L);
  L.WideGrid = Opts.AssumeWideGrid || MayWrap;
  auto IsBelow = [](llvm::StringRef A, unsigned Limit) {
    unsigned Version = 0;
    A.consume_front("sm_");
    A.consume_front("compute_");
    return !A.consumeInteger(10, Version) && Version < Limit;
  };
  const std::vector<std::string> &Archs = P.archs();
  L.Lockstep = !Archs.empty() && llvm::all_of(Archs, [&](auto &A) { return IsBelow(A, 70); });
  // Before sm_90 the attribute has no effect, and code that waits is mostly left out. In code that
  // is read for no particular architecture, nothing of this kind is left out.
  if (llvm::any_of(Archs, [&](auto &A) { return IsBelow(A, 90); }))
    L.Overlaps = false;
  applyAssumptions(K, L);
  addSizeOrders(K.Model, L, *K.Solving);
}

std::vector<Launch> LaunchTable::of(frontend::KernelUnit &K) {
  std::vector<Launch> Launches = I->seen(K);
  const unsigned Line = K.Decl ? I->Sites.lineOf(K.Decl->getNameAsString()) : 0;
  const bool Unread = I->isLaunchedUnread(K) || (Launches.empty() && Line);
  const bool Unseen = Launches.empty() || I->isEscaped(K.Model.MangledName) || Unread;
  std::vector<Launch> Described = I->describedByUser(K);
  if (Unseen && Described.empty()) {
    // Only that code can launch an instance that it alone has requested.
    Launches.emplace_back();
    Launches.back().Unread = Unread;
    Launches.back().UnreadLine = Unread ? Line : 0;
    Launches.back().Unreached =
        I->isInstance(K) && llvm::is_contained(I->Sites.Unreached, K.Model.MangledName);
  } else if (Described.empty() && I->isInstance(K) && llvm::all_of(Launches, [&](const Launch &L) {
               return isDead(L, K.Model, *K.Solving);
             })) {
    for (Launch &L : Launches)
      L.Unreached = true;
  }
  // The verdict also has the premises that a kernel which reads no index is for one thread, and
  // that a kernel which waits for a lock is for one block.
  const bool Alone = llvm::none_of(K.Model.UsesDim, [](bool Uses) { return Uses; }) &&
                     llvm::none_of(K.Model.UsesGridDim, [](bool Uses) { return Uses; });
  for (Launch &L : Launches)
    L.Open = !L.Generic || L.Unread || Alone || waitsForLock(K.Model);
  llvm::append_range(Launches, std::move(Described));
  std::multimap<std::pair<bool, SourceLoc>, Launch> Sorted;
  for (Launch &L : Launches)
    Sorted.emplace(std::pair(L.Generic, L.Loc), std::move(L));
  Launches.clear();
  for (auto &[Place, L] : Sorted)
    Launches.push_back(std::move(L));
  for (Launch &L : Launches)
    I->applyOptions(K, L);
  if (!I->Concurrent)
    I->findConcurrent();
  Launches.front().Concurrent = (*I->Concurrent)[&K.Model];
  for (Launch &L : Launches)
    for (const EarlierAtKernel &At : I->Earlier)
      if (L.Overlaps && At.Model == &K.Model && At.Launch == L.Loc)
        L.Earlier.push_back(At.Use);
  return Launches;
}
