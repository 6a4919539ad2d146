// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/UndecidedRuns.h"
#include "cli/pipeline/PossibleBlocks.h"
#include "cli/pipeline/RunInputs.h"
#include "cli/pipeline/Transfer.h"
#include "detect/Detector.h"
#include "detect/SolverShare.h"
#include "model/Check.h"
#include "model/Clusters.h"
#include "model/Globs.h"
#include "sandbox/Sandbox.h"
#include "simulate/Simulate.h"
#include "simulate/machine/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace cudafix::cli {
namespace {

using llvm::StringRef;

constexpr size_t MaxLaunches = 2; ///< of a kernel; more are mostly instances of one launch
constexpr unsigned Inputs = 2;    ///< for each launch, with other scalars where they are free
/// In one schedule: a kernel with a bug mostly shows it among its first threads.
constexpr uint64_t MaxAccesses = 1'000'000;
constexpr uint64_t MaxOfBlockSize = 100'000;   ///< for each of the many sizes that are tried
constexpr unsigned TimeoutSeconds = 20;        ///< for runs that do not reach the limit above
constexpr uint64_t UnitsOfAnswers = 2'000'000; ///< solver units for the questions of one run
/// Compiling larger kernels takes longer than all questions.
constexpr unsigned MaxInstructions = 20'000;

bool isAskedAbout(const Finding &F) {
  return F.Severity == Level::Error && F.Example &&
         (isHarmfulRace(F.check()) || F.check() == Check::BarrierDivergence);
}

/// Returns true if the analysis does not know what the kernel's barriers order, and a run does.
bool hasOpenBarriers(const Kernel &K) {
  auto IsOpen = [](const Barrier &B) { return B.Kind == BarrierKind::Other; };
  return (llvm::any_of(K.Barriers, IsOpen) || !K.AsyncOps.empty() || usesClusters(K)) &&
         llvm::all_of(K.Barriers, [&](const Barrier &B) { return !IsOpen(B) || B.Runs; });
}

/// Returns true if host code gives the size of blocks and clusters.
bool knowsBlock(const Launch &L, const Kernel &K) {
  if (usesClusters(K) && !clusterOf(K, L))
    return false;
  for (unsigned D = 0; D < 3; ++D)
    if (L.Block[D] ? !L.Block[D]->isConst() : K.UsesDim[D])
      return false;
  return true;
}

/// Returns true if the term depends on values that a run makes up: memory contents, what the model
/// does not express or, with `Scalars`, parameters. An unknown term does.
bool isOpen(const Kernel &K, Expr E, bool Scalars) {
  return !E || ExprContext::any(E, [&](Expr X) {
    if (X->op() != Op::Apply)
      return false;
    const Symbol &S = K.Ctx->symbol(X->symbol());
    // What the turns of a loop add up is what the run makes of them.
    auto IsSum = [&](const RunningSum &R) {
      auto IsOwn = [&](Expr N) { return N->op() == Op::Apply && N->symbol() == X->symbol(); };
      return IsOwn(R.Sum) && !ExprContext::any(R.Added, IsOwn) && !isOpen(K, R.Start, Scalars) &&
             !isOpen(K, R.Added, Scalars);
    };
    if (S.Kind == SymbolKind::Opaque && llvm::any_of(K.RunningSums, IsSum))
      return false;
    return S.Kind == SymbolKind::Load || (S.Kind == SymbolKind::Opaque && !S.ClusterDim) ||
           (Scalars && S.Kind == SymbolKind::Parameter);
  });
}

/// Returns true if memory contents, or what the model does not express, may decide which way a
/// thread takes.
bool isSteeredByData(const Kernel &K) {
  return llvm::any_of(K.Nodes, [&](const Node &N) {
    return llvm::any_of(N.Succs, [&](const Edge &E) { return E.Cond && isOpen(K, E.Cond, false); });
  });
}

bool isCopy(const AsyncOp &X) {
  return X.What == AsyncOp::Kind::CopyIn || X.What == AsyncOp::Kind::CopyOut;
}

/// Returns true for the copy of a tensor: a run knows that its box has the right size.
bool isOfTensor(const AsyncOp &X) {
  return (X.What == AsyncOp::Kind::CopyIn && X.Source == NoId && X.Target != NoId) ||
         (X.What == AsyncOp::Kind::CopyOut && X.Target == NoId && X.Source != NoId);
}

/// Returns true if values that a run makes up may decide how many bytes copies transfer, or how
/// often threads arrive.
bool hasOpenCounts(const Kernel &K, bool Scalars) {
  return llvm::any_of(K.AsyncOps, [&](const AsyncOp &X) {
    return (((isCopy(X) && !isOfTensor(X)) || X.Bytes) && isOpen(K, X.Bytes, Scalars)) ||
           (X.Count && isOpen(K, X.Count, Scalars));
  });
}

/// Returns true if the operation is at one of the places, or is called from one.
template <typename T> bool isAt(const T &X, const std::set<SourceLoc> &Places) {
  return Places.count(X.Loc) ||
         llvm::any_of(X.CallChain, [&](const SourceLoc &At) { return Places.count(At) > 0; });
}

/// Returns true if values that a run makes up may decide which cells the accesses and copies of the
/// race touch, or if the model has no access at one of its places: such a race is on memory that
/// threads wait for. An expression may access several arrays: whether it reads or writes there
/// tells them apart. A bulk copy is reported where the kernel calls the function that issues it.
bool hasOpenPlaces(const Kernel &K, const Finding &Race, bool Scalars) {
  const std::set<SourceLoc> Places = simulate::placesOf(Race);
  return llvm::any_of(Race.RelatedPlaces, [&](const Related &R) {
    if (R.What != Role::Read && R.What != Role::Write)
      return false;
    const bool Writes = R.What == Role::Write;
    bool Known = false, Open = false;
    for (const Access &A : K.Accesses)
      if (Writes == (A.Kind != AccessKind::Read) && A.Loc == R.Loc) {
        Known = true;
        Open |= isOpen(K, A.Offset, Scalars);
      }
    for (const AsyncOp &X : K.AsyncOps)
      if (isCopy(X) && Places.count(X.Loc) && isAt(X, {R.Loc})) {
        Known = true;
        if ((Writes ? X.Target : X.Source) != NoId)
          Open |= isOpen(K, Writes ? X.TargetOffset : X.SourceOffset, Scalars);
        Open |= !isOfTensor(X) && isOpen(K, X.Bytes, Scalars);
      }
    return Open || !Known;
  });
}

/// Returns true for findings of runs that no question can answer.
bool isOfRun(const Finding &F) {
  return F.check() == Check::NamedBarrier || F.check() == Check::MbarrierPhase ||
         F.check() == Check::ClusterMemory || F.check() == Check::MbarrierInit ||
         F.check() == Check::BulkCopy;
}

/// Returns true for a read of memory that nobody has written, by a thread whose wait ended too
/// early.
bool isEarlyRead(const Finding &F) {
  return F.check() == Check::UninitializedRead &&
         llvm::any_of(F.RelatedPlaces,
                      [](const Related &R) { return R.What == Role::Synchronization; });
}

/// Returns true for a bulk copy with a wrong size, or one that the block does not wait for.
bool isOfCopyAlone(const Finding &F) {
  return F.check() == Check::BulkCopy && llvm::none_of(F.RelatedPlaces, [](const Related &R) {
           return R.What == Role::Read || R.What == Role::Write;
         });
}

/// The check that a deadlock belongs to, by what the stuck threads wait for; nullopt: neither
/// numbered barriers nor phases.
std::optional<Check> checkOf(const Finding &Deadlock, const Kernel &K) {
  const std::set<SourceLoc> Places = simulate::placesOf(Deadlock);
  if (llvm::any_of(K.AsyncOps, [&](const AsyncOp &X) {
        return X.What == AsyncOp::Kind::Await && isAt(X, Places);
      }))
    return Check::MbarrierPhase;
  if (llvm::any_of(K.Barriers, [&](const Barrier &B) { return B.Named && isAt(B, Places); }))
    return Check::NamedBarrier;
  return std::nullopt;
}

/// Returns true if the run made up scalars, the block, or a grid that a race between blocks needs.
bool isMadeUp(const Finding &F, const simulate::SimulationReport &Ran) {
  return llvm::any_of(Ran.Used.Free, [&](const simulate::MadeUp &M) {
    using Kind = simulate::MadeUp::Kind;
    return M.What == Kind::Scalar || M.What == Kind::Block ||
           (M.What == Kind::Grid && F.InterBlock);
  });
}

/// Turns a run's finding about numbered barriers, mbarriers or bulk copies into the finding of a
/// check. Returns false if the inputs that the run made up may be the cause.
bool takeOver(Finding &F, const Kernel &K, bool MadeUp) {
  if (F.check() == Check::Deadlock) {
    std::optional<Check> Of = checkOf(F, K);
    if (!Of || hasOpenCounts(K, MadeUp))
      return false;
    F.Id = idOf(*Of);
  }
  const bool Early = isEarlyRead(F); // it may not use what it reads
  if (Early)
    F.Id = idOf(Check::MbarrierPhase);
  if (Early || MadeUp || isSteeredByData(K)) {
    F.How = Confidence::Likely;
    F.Severity = std::max(F.Severity, Level::Warning);
  }
  if (F.check() == Check::ClusterMemory) {
    auto StandsOn = [&](SymbolKind Kind) {
      return llvm::any_of(K.Accesses, [&](const Access &A) {
        return isAt(A, {F.Loc}) && A.Offset && ExprContext::any(A.Offset, [&](Expr X) {
                 return X->op() == Op::Apply && K.Ctx->symbol(X->symbol()).Kind == Kind;
               });
      });
    };
    // Loaded data picks the block of this access: with other data it would be another one.
    if (StandsOn(SymbolKind::Load) && !(MadeUp && StandsOn(SymbolKind::Parameter))) {
      F.How = Confidence::Likely;
      F.Severity = std::max(F.Severity, Level::Warning);
      return true;
    }
    return llvm::none_of(K.Accesses, [&](const Access &A) {
      return isAt(A, {F.Loc}) && isOpen(K, A.Offset, MadeUp);
    });
  }
  if (F.check() != Check::BulkCopy)
    return true;
  return isOfCopyAlone(F) ? !MadeUp && !hasOpenCounts(K, false) : !hasOpenPlaces(K, F, MadeUp);
}

/// The bugs that a run with these inputs shows; nullopt: it cannot be run.
std::optional<std::vector<Finding>> findByRun(frontend::Program &P, const frontend::KernelUnit &K,
                                              const Launch &L, unsigned Seed, unsigned Block) {
  simulate::SimulationOptions How;
  How.Counters = false;
  How.Schedules = hasOpenBarriers(K.Model) ? 4 : 3; // the last one is random
  How.MaxAccesses = Block ? MaxOfBlockSize : MaxAccesses;
  How.Given.Seed = How.Seed = Seed;
  if (Block)
    How.Given.Block = {Block, 1, 1};
  auto Ran = simulate::simulate(P.deviceModule(), K, L, How);
  if (!Ran) {
    llvm::consumeError(Ran.takeError());
    return std::nullopt;
  }
  const bool Barriers = hasOpenBarriers(K.Model) && (Block || knowsBlock(L, K.Model));
  std::vector<Finding> Found;
  for (Finding &F : Ran->Findings) {
    const bool Known = Barriers && (F.check() == Check::Deadlock || isOfRun(F) || isEarlyRead(F));
    const bool MadeUp = Block || K.Model.isMadeUp() || isMadeUp(F, *Ran);
    if (!(Known ? takeOver(F, K.Model, MadeUp) : isAskedAbout(F)))
      continue;
    if (MadeUp)
      F.How = Confidence::Likely;
    Found.push_back(std::move(F));
  }
  return Found;
}

/// Returns true for a thread that waits forever or arrives once too often: a launch with a wrong
/// number of threads can cause that as well.
bool isOfCount(const Finding &F) {
  return F.check() == Check::MbarrierPhase || F.check() == Check::NamedBarrier;
}

/// The bugs that show with every block size; a size without a bug may be the one that is used.
/// Returns the findings of a size that shows more than threads waiting forever, or else of the most
/// usual size.
std::vector<Finding> findInAllBlocks(frontend::Program &P, const frontend::KernelUnit &K,
                                     const Launch &L) {
  std::vector<Finding> Best;
  bool Vain = false;
  for (unsigned Block : possibleBlocks(K.Model, L)) {
    auto Found = findByRun(P, K, L, 0, Block);
    if (!Found || Found->empty())
      return {};
    if (Best.empty() || (Vain && !llvm::all_of(*Found, isOfCount))) {
      Best = std::move(*Found);
      Vain = llvm::all_of(Best, isOfCount);
    }
  }
  return Best;
}

/// The bugs that runs of the launch show, for the first inputs that show any.
std::vector<Finding> findByRuns(frontend::Program &P, const frontend::KernelUnit &K,
                                const Launch &L) {
  auto Work = [&](sandbox::Send Send) {
    UnitResult Seen;
    std::vector<Finding> &Found = Seen.Report.Findings;
    if (hasOpenBarriers(K.Model) && !knowsBlock(L, K.Model))
      Found = findInAllBlocks(P, K, L);
    for (unsigned Seed = 0; Seed < Inputs && Found.empty(); ++Seed) {
      auto Of = findByRun(P, K, L, Seed, 0);
      if (!Of)
        break;
      Found = std::move(*Of);
    }
    Send(pack(Seen));
  };
  sandbox::Limits Limits;
  Limits.Seconds = TimeoutSeconds;
  Limits.Threads = 2; // choosing inputs uses the solver, which has a thread
  sandbox::Outcome Ran = sandbox::runConfined(Work, Limits);
  UnitResult Seen;
  if (!Ran.Failure.empty() || !unpackRun(Ran.Bytes, Seen))
    return {};
  return std::move(Seen.Report.Findings);
}

/// The options of `simulate` that reproduce the finding.
std::string repeat(const Finding &F) {
  auto Triple = [](const std::array<uint64_t, 3> &D) {
    return std::to_string(D[0]) + "," + std::to_string(D[1]) + "," + std::to_string(D[2]);
  };
  StringRef Name = StringRef(F.KernelName).take_until([](char C) { return C == '<' || C == '('; });
  std::string Text = "--kernel " + Name.str() + " --grid " + Triple(F.Example->GridDim) +
                     " --block " + Triple(F.Example->BlockDim);
  if (F.Example->ClusterDim != std::array<uint64_t, 3>{1, 1, 1})
    Text += " --cluster " + Triple(F.Example->ClusterDim);
  for (const ScalarValue &V : F.Example->Values)
    if (V.Parameter != NoId)
      Text += " --arg " + V.Name + "=" + std::to_string(V.Value);
  return Text;
}

/// Returns true if both are the same kind of bug at the same places.
bool isSame(const Finding &Seen, const Finding &Answer) {
  if (Seen.check() == Check::BarrierDivergence || Answer.check() == Check::BarrierDivergence)
    return Seen.Id == Answer.Id && Seen.Loc == Answer.Loc;
  std::set<SourceLoc> Named = simulate::placesOf(Answer);
  return llvm::all_of(simulate::placesOf(Seen),
                      [&](const SourceLoc &At) { return Named.count(At); });
}

/// Asks the questions about what was seen, with the inputs of the run.
std::vector<Finding> ask(const frontend::KernelUnit &K, const Launch &L,
                         llvm::ArrayRef<Finding> Seen, const Options &Opts) {
  uint64_t Left = UnitsOfAnswers;
  smt::OwnUnits Units(*K.Solving, Left);
  Options Asked = Opts;
  Asked.Checks = detect::expandGroups("synchronization");
  std::vector<Finding> Answers;
  const Launch Of = launchOfRun(K.Model, L, *Seen.front().Example);
  detect::judge(K.Model, *K.Solving, Of, Asked, Answers);
  GlobList Selected(Opts.Checks);
  llvm::erase_if(Answers, [&](const Finding &F) {
    return F.Severity == Level::Note || F.How == Confidence::Possible || !F.Example ||
           !Selected.contains(F.Id) ||
           llvm::none_of(Seen, [&](const Finding &Run) { return isSame(Run, F); });
  });
  for (Finding &F : Answers) {
    if (F.How == Confidence::Proved)
      F.How = Confidence::Confirmed;
    F.Repeat = repeat(F);
  }
  return Answers;
}

/// Returns true for a finding that depends on an undecided question whether a convention is
/// violated.
bool isDoubtful(const Finding &F) {
  return F.How != Confidence::Confirmed &&
         llvm::any_of(F.Premises, [](const Premise &P) { return P.Open; });
}

/// Adds races that no question can answer, because only the run knows the barriers, unless values
/// that the run made up cause them. Memory contents and scalars may still decide which threads get
/// there, so such races are likely.
void addRaces(const Kernel &K, const Launch &L, llvm::ArrayRef<Finding> Seen, const Options &Opts,
              KernelReport &Report, std::vector<Finding> &Findings) {
  if (!hasOpenBarriers(K) || (!knowsBlock(L, K) && possibleBlocks(K, L).empty()))
    return;
  for (const Finding &Run : Seen) {
    const bool MadeUp = Run.How == Confidence::Likely;
    if (!isHarmfulRace(Run.check()) || !GlobList(Opts.Checks).contains(Run.Id) ||
        hasOpenPlaces(K, Run, MadeUp))
      continue;
    auto Old = llvm::find_if(Findings, [&](const Finding &F) {
      return F.KernelName == K.Name && F.Id == Run.Id && isSame(Run, F);
    });
    if (Old != Findings.end() && Old->How != Confidence::Possible && !isDoubtful(*Old))
      continue;
    Finding &F = Old == Findings.end() ? Findings.emplace_back(Run) : *Old;
    F.KernelName = K.Name;
    F.Message = Run.Message;
    F.Loc = Run.Loc;
    F.RelatedPlaces = Run.RelatedPlaces;
    F.Example = Run.Example;
    F.Repeat = repeat(F);
    F.Premises.clear();
    const bool Sure = !MadeUp && !isSteeredByData(K);
    F.How = Sure ? Confidence::Confirmed : Confidence::Likely;
    F.Severity = Sure ? Level::Error : Level::Warning;
    if (Sure)
      Report.Race = RaceVerdict::Racy;
  }
}

/// Moves findings that need no question out of `Seen`; one finding of a kind is enough.
void addOfRun(const Kernel &K, std::vector<Finding> &Seen, const Options &Opts,
              KernelReport &Report, std::vector<Finding> &Findings) {
  for (Finding &F : Seen) {
    if (!isOfRun(F))
      continue;
    F.KernelName = K.Name;
    if (!GlobList(Opts.Checks).contains(F.Id) || llvm::any_of(Findings, [&](const Finding &Old) {
          return Old.Id == F.Id && Old.KernelName == K.Name;
        }))
      continue;
    const bool Hangs = F.check() == Check::NamedBarrier || F.check() == Check::MbarrierPhase;
    if (F.Severity == Level::Error && Hangs)
      Report.Divergence = DivergenceVerdict::Divergent;
    else if (F.Severity == Level::Error)
      Report.Race = RaceVerdict::Racy;
    Findings.push_back(F);
  }
  llvm::erase_if(Seen, isOfRun);
}

} // namespace

bool isRunUndecided(const KernelReport &K, llvm::ArrayRef<Finding> Findings, const Options &Opts) {
  bool Open = K.Divergence == DivergenceVerdict::Unknown ||
              (K.Race == RaceVerdict::Unknown && K.Divergence == DivergenceVerdict::Free) ||
              llvm::any_of(Findings, [&](const Finding &F) {
                return F.KernelName == K.Name && isDoubtful(F);
              });
  return K.Asked && Open && freeFor(K).empty() && Opts.Level != Effort::Fast && !Opts.NoReplay;
}

void runUndecided(frontend::Program &P, const frontend::KernelUnit &K,
                  llvm::ArrayRef<Launch> Launches, const Options &Opts, KernelReport &Report,
                  std::vector<Finding> &Findings) {
  if (!K.Function || K.Function->getInstructionCount() > MaxInstructions)
    return;
  size_t Ran = 0;
  for (const Launch &L : Launches) {
    if (L.OneWay || L.Unreached || Ran++ == MaxLaunches)
      continue;
    std::vector<Finding> Seen = findByRuns(P, K, L);
    addOfRun(K.Model, Seen, Opts, Report, Findings);
    if (Seen.empty())
      continue;
    for (Finding &F : ask(K, L, Seen, Opts)) {
      llvm::erase_if(Findings, [&](const Finding &Old) {
        return (Old.How == Confidence::Possible || isDoubtful(Old)) &&
               Old.KernelName == F.KernelName && Old.Id == F.Id && Old.Loc == F.Loc;
      });
      bool Known = llvm::any_of(Findings, [&](const Finding &Old) {
        return Old.KernelName == F.KernelName && Old.Id == F.Id && isSame(Old, F);
      });
      if (Known)
        continue;
      if (F.check() == Check::BarrierDivergence)
        Report.Divergence = DivergenceVerdict::Divergent;
      else
        Report.Race = RaceVerdict::Racy;
      Findings.push_back(std::move(F));
    }
    addRaces(K.Model, L, Seen, Opts, Report, Findings);
  }
}

} // namespace cudafix::cli
