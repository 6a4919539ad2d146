// SPDX-License-Identifier: Apache-2.0
//
// Asks the questions of a kernel for each of its launches, runs the detectors and sets the
// kernel's verdicts.

#include "analysis/question/SteadyLoads.h"
#include "analysis/sync/GridBarriers.h"
#include "convention/Granted.h"
#include "convention/RaceOptions.h"
#include "cost/Turns.h"
#include "detect/Detector.h"
#include "detect/Shapes.h"
#include "model/Check.h"
#include "model/Convention.h"
#include "model/Globs.h"
#include "smt/Workspace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

llvm::ArrayRef<Detector> cudafix::detect::detectors() {
  static const Detector All[] = {
#define CHECK(Name) Name,
#include "model/Checks.def"
#undef CHECK
  };
  return All;
}

const Detector *cudafix::detect::detectorOf(Check C) {
  return C == Check::Other ? nullptr : &detectors()[static_cast<size_t>(C)];
}

bool cudafix::detect::isPerformance(Check C) {
  const Detector *D = detectorOf(C);
  return D && D->Kind == Group::Performance;
}

std::string cudafix::detect::expandGroups(llvm::StringRef Checks) {
  std::string Out;
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Checks.split(Parts, ',');
  for (llvm::StringRef Part : Parts) {
    llvm::StringRef Name = Part.trim(), Sign = Name.consume_front("-") ? "-" : "";
    if (Name != "performance" && Name != "synchronization") {
      Out += "," + Part.str();
      continue;
    }
    for (const Detector &D : detectors())
      if ((D.Kind == Group::Performance) == (Name == "performance"))
        Out += "," + Sign.str() + D.Id.str();
  }
  return Out.substr(1);
}

RaceOptions cudafix::detect::raceOptions(smt::Workspace &Solving, const Options &Opts) {
  RaceOptions R = convention::raceOptions(Solving, Opts);
  const Effort E = Opts.Level;
  R.MaxQueries = 12'000; // the budget ends the hard ones among them
  if (E == Effort::Fast) {
    R.Budget.ResourceUnits /= 4;
    R.MaxQueries /= 4;
  } else if (E == Effort::Exhaustive) {
    R.Budget.ResourceUnits *= 10;
    R.MaxQueries *= 10;
  }
  return R;
}

static DivergenceVerdict divergenceVerdict(const KernelFacts &F) {
  bool Open = false;
  for (const auto &OfLaunch : F.AbsentLanes)
    if (llvm::any_of(OfLaunch, [](const AbsentLane &A) { return A.mayHang(); }))
      return DivergenceVerdict::Divergent;
  for (const DivergenceResult &R : F.Divergences) {
    Open |= !R.Unknowns.empty();
    for (const DivergenceAnswer &A : R.Answers) {
      if (A.ExitedOnly)
        continue;
      if (std::holds_alternative<Satisfiable>(A.Answer) && A.How <= Confidence::Likely)
        return DivergenceVerdict::Divergent;
      Open = true;
    }
  }
  return Open ? DivergenceVerdict::Unknown : DivergenceVerdict::Free;
}

static RaceVerdict raceVerdict(const KernelFacts &F, DivergenceVerdict D) {
  bool Open = D != DivergenceVerdict::Free;
  for (const RaceResult &R : F.Races) {
    Open |= !R.Unknowns.empty();
    for (const RaceAnswer &A : R.Answers) {
      if (A.SameValue && !A.SameLoad)
        continue;
      if (!A.SameValue && std::holds_alternative<Satisfiable>(A.Answer) &&
          A.How <= Confidence::Likely)
        return RaceVerdict::Racy;
      Open = true;
    }
  }
  return Open ? RaceVerdict::Unknown : RaceVerdict::Free;
}

static bool isOpen(const KernelFacts &F) {
  DivergenceVerdict D = divergenceVerdict(F);
  return raceVerdict(F, D) == RaceVerdict::Unknown && D != DivergenceVerdict::Divergent;
}

/// Why a verdict is not free although nothing certain was found, for the per-kernel report:
/// questions that could not be asked and, for open verdicts, what is possible.
static std::vector<std::string> unknowns(const KernelFacts &F, bool Races, bool Divergences) {
  std::vector<std::string> Out;
  auto Line = [](const SourceLoc &L) { return "line " + std::to_string(L.Line) + ": "; };
  for (const RaceResult &R : F.Races) {
    llvm::append_range(Out, R.Unknowns);
    if (!Races)
      continue;
    for (const RaceAnswer &A : R.Answers)
      if (A.SameValue && A.SameLoad)
        Out.push_back(Line(F.K.access(A.A).Loc) +
                      "several threads write a value read from memory that may change");
    for (const RaceAnswer &A : R.Answers)
      if (A.isRacy() && A.How == Confidence::Possible)
        Out.push_back(Line(F.K.access(A.A).Loc) + "possible race with line " +
                      std::to_string(F.K.access(A.B).Loc.Line) + ": needs " + toString(A.Premises) +
                      " to be free");
  }
  for (const DivergenceResult &R : F.Divergences) {
    llvm::append_range(Out, R.Unknowns);
    if (!Divergences)
      continue;
    for (const DivergenceAnswer &A : R.Answers)
      if (std::holds_alternative<Satisfiable>(A.Answer) && A.How == Confidence::Possible &&
          !A.AtSlot)
        Out.push_back(Line(F.K.barrier(A.Barrier).Loc) + "possible barrier divergence: needs " +
                      toString(A.Premises) + " to be free");
  }
  for (const ModelGap &G : F.K.Gaps)
    if (!G.MayAccessMemory && !G.MaySynchronize)
      Out.push_back(Line(G.Loc) + "taken to touch no memory and no barrier: " + G.Reason);
  llvm::sort(Out);
  Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
  return Out;
}

/// Returns true if a call site occurs several times in the call chain of the launch.
static bool isRecursive(const Launch &L) {
  std::set<SourceLoc> Seen;
  return llvm::any_of(L.Callers, [&](const SourceLoc &At) { return !Seen.insert(At).second; });
}

/// A launch that cannot happen is examined with invented facts: its findings are doubtful if
/// another launch of the kernel can happen, or if the launch is never reached. If a recursive path
/// cannot happen but the same launch does on another path, its findings are dropped.
template <typename Result>
static void doubtImpossible(std::vector<Result> &OfLaunches, llvm::ArrayRef<Launch> Launches,
                            const ConventionSet &On) {
  bool All = llvm::all_of(OfLaunches, [](const Result &R) { return R.Impossible; });
  std::set<SourceLoc> Happen;
  for (auto [R, L] : llvm::zip(OfLaunches, Launches))
    if (!R.Impossible)
      Happen.insert(L.Loc);
  for (auto [R, L] : llvm::zip(OfLaunches, Launches))
    if (R.Impossible && isRecursive(L) && Happen.contains(L.Loc))
      R.Answers.clear(), R.Unknowns.clear();
  for (auto [R, L] : llvm::zip(OfLaunches, Launches))
    for (auto &A : R.Answers)
      if ((R.Impossible && !All) || L.Unreached)
        A.need(On, {Convention::LaunchHappens,
                    {},
                    L.Unreached ? "the launch is never reached" : "the launch cannot happen"});
}

/// If the solver has not decided whether a race needs a convention, the race is as certain as one
/// of the same accesses between other threads that does not need it.
static void settleOpen(std::vector<RaceResult> &OfLaunches) {
  auto IsOpen = [](const Premise &P) { return P.Open; };
  for (RaceResult &R : OfLaunches)
    for (RaceAnswer &A : R.Answers) {
      if (A.How != Confidence::Possible || llvm::none_of(A.Premises, IsOpen) ||
          llvm::none_of(R.Answers, [&](const RaceAnswer &Of) {
            return std::tie(Of.A, Of.B) == std::tie(A.A, A.B) && !Of.SameValue &&
                   std::holds_alternative<Satisfiable>(Of.Answer) && Of.How <= Confidence::Likely;
          }))
        continue;
      A.How = Confidence::Proved;
      for (Premise &P : A.Premises) {
        if (P.Open)
          P.Leaves = Confidence::Likely;
        A.How = std::max(A.How, P.Leaves);
      }
    }
}

/// Lowers findings that depend on template arguments, types and numbers that nobody chose to
/// likely, and to possible if, in addition, the solver has not decided whether a convention
/// excludes them.
template <typename Result>
static void doubtMadeUp(std::vector<Result> &OfLaunches, bool Arguments, const ConventionSet &On) {
  const char *Text = Arguments
                         ? "nobody uses the template arguments, types or numbers that were made up"
                         : "nobody uses the types or numbers that were made up";
  for (Result &R : OfLaunches)
    for (auto &A : R.Answers) {
      const bool Open = llvm::any_of(A.Premises, [](const Premise &P) { return P.Open; });
      A.need(On, {Convention::TemplateArguments,
                  {},
                  Text,
                  Open ? Confidence::Possible : Confidence::Likely});
    }
}

/// The premises of the race and barrier verdicts, without duplicates, in the order of conventions.
static void addPremises(const KernelFacts &F, std::vector<Premise> &To) {
  auto Earlier = [](const Premise &A, const Premise &B) { return A.Of < B.Of; };
  auto Add = [&](llvm::ArrayRef<Premise> From) {
    for (const Premise &P : From)
      if (llvm::none_of(To, [&](const Premise &Has) {
            return std::tie(Has.Of, Has.Text) == std::tie(P.Of, P.Text);
          }))
        To.insert(llvm::upper_bound(To, P, Earlier), P);
  };
  for (const RaceResult &R : F.Races)
    for (const RaceAnswer &A : R.Answers)
      Add(A.Premises);
  for (const DivergenceResult &R : F.Divergences)
    for (const DivergenceAnswer &A : R.Answers)
      Add(A.Premises);
}

static std::string dims(const Kernel &K, const Expr (&D)[3]) {
  std::string S;
  for (unsigned I = 0; I < 3; ++I)
    S += (I ? ", " : "") + (D[I] ? K.Ctx->toString(D[I]) : std::string("any"));
  return S;
}

static Cost questions(const smt::Statistics &S) {
  auto Count = [](uint64_t N) { return static_cast<int64_t>(N); };
  return {{"asked", Count(S.Queries)},       {"bit_vectors", Count(S.BitVector)},
          {"integers", Count(S.Linear)},     {"remembered", Count(S.Repeated)},
          {"simplified", Count(S.Trivial)},  {"undecided", Count(S.Unknowns)},
          {"units", Count(S.ResourceUnits)}, {"weakened", Count(S.Weaker)}};
}

/// Asks about barriers first: these questions are few and mostly easy. Hard ones leave three
/// quarters of the solver's budget to the races, and get what those do not spend.
static void askAll(KernelFacts &F) {
  BarrierSet Barriers = BarrierSet::all(F.K);
  smt::Workspace &W = F.Race.Solving;
  const uint64_t OfKernel = W.Limit, Spent = std::min(W.spent(), OfKernel);
  W.Limit = Spent + (OfKernel - Spent) / 4;
  for (const Launch &L : F.Launches)
    F.Divergences.push_back(findDivergence(F.K, L, Barriers, F.Race));
  W.Limit = OfKernel;
  for (const Launch &L : F.Launches)
    F.Races.push_back(findRaces(F.K, L, Barriers, F.Race));
  for (auto [D, L] : llvm::zip(F.Divergences, F.Launches))
    if (D.OutOfBudget && W.left() > OfKernel / 4)
      D = findDivergence(F.K, L, Barriers, F.Race);
}

namespace {
/// The numbers of answers that are still open.
struct Left {
  size_t Undecided = 0;
  size_t All = 0; ///< all answers about races and divergences, also those not open

  explicit Left(const KernelFacts &F) {
    for (const RaceResult &R : F.Races)
      add(R);
    for (const DivergenceResult &R : F.Divergences)
      add(R);
  }
  bool isMoreThan(const Left &X) const { return Undecided > X.Undecided || All > X.All; }

private:
  template <typename Result> void add(const Result &R) {
    Undecided += R.Unknowns.size() + llvm::count_if(R.Answers, [](const auto &A) {
                   return std::holds_alternative<Unknown>(A.Answer);
                 });
    All += R.Unknowns.size() + R.Answers.size();
  }
};
} // namespace

/// Asks again with loads that the answers show to be steady, unless more answers are open then.
static void askWithSteadyLoads(KernelFacts &F, SteadyLoads &Steady) {
  constexpr unsigned MaxRounds = 3;
  Left Before(F);
  for (unsigned Round = 0; Round < MaxRounds && Before.All && Steady.take(F.Races); ++Round) {
    KernelFacts Again{F.K, F.Launches, F.Race, F.Opts, {}, {}};
    askAll(Again);
    const Left Now(Again);
    if (Now.isMoreThan(Before))
      return;
    F.Races = std::move(Again.Races);
    F.Divergences = std::move(Again.Divergences);
    Before = Now;
  }
  auto IsOpen = [](const DivergenceResult &D) { return !D.Answers.empty() || !D.Unknowns.empty(); };
  if (llvm::none_of(F.Divergences, IsOpen) || !Steady.assumeAll())
    return;
  KernelFacts Again{F.K, F.Launches, F.Race, F.Opts, {}, {}};
  askAll(Again);
  if (!Steady.confirms(Again.Races) || Left(Again).isMoreThan(Before))
    return Steady.retract();
  F.Races = std::move(Again.Races);
  F.Divergences = std::move(Again.Divergences);
}

/// Lowers to possible each divergence that depends on a race which is itself only possible or
/// undecided: the race changes values on which threads of the block branch.
static void doubtDivergence(KernelFacts &F, const SteadyLoads &Steady) {
  auto IsLikely = [](const DivergenceAnswer &A) { return A.How == Confidence::Likely; };
  if (llvm::none_of(F.Divergences,
                    [&](const DivergenceResult &D) { return llvm::any_of(D.Answers, IsLikely); }))
    return;
  const auto Without = Steady.withoutPossible(F.Races);
  if (!Without)
    return;
  const auto &[Ordered, Needed] = *Without;
  PhaseMemory Phases;
  RaceOptions Race = F.Race;
  Race.Phases = &Phases;
  // If races are undecided, the kernel has usually spent its own budget.
  std::optional<smt::OwnUnits> Own;
  if (F.OfUnit)
    Own.emplace(Race.Solving, F.OfUnit->OfBarriers, Race.Solving.Limit / 4);
  for (auto [D, L] : llvm::zip(F.Divergences, F.Launches)) {
    if (llvm::none_of(D.Answers, IsLikely))
      continue;
    const DivergenceResult Again = findDivergence(Ordered, L, BarrierSet::all(Ordered), Race);
    for (DivergenceAnswer &A : D.Answers)
      if (IsLikely(A) && Again.Unknowns.empty() &&
          llvm::none_of(Again.Answers, [&](const DivergenceAnswer &Stays) {
            return std::tie(Stays.Barrier, Stays.AtSlot) == std::tie(A.Barrier, A.AtSlot);
          }))
        for (const Premise &P : Needed)
          A.need(F.Opts.Conventions, P);
  }
}

static KernelReport judgeKernel(const Kernel &Given, smt::Workspace &Solving,
                                llvm::ArrayRef<Launch> Launches, const Options &Opts,
                                std::vector<Finding> &Findings, UnitFacts *OfUnit,
                                llvm::raw_ostream *DumpPairs, llvm::raw_ostream *DumpQueries) {
  const std::optional<Kernel> Marked = analysis::withGridBarriers(Given, Solving, Launches);
  const Kernel &K = Marked ? *Marked : Given;
  PhaseMemory Phases;
  RaceOptions Race = raceOptions(Solving, Opts);
  Race.Phases = &Phases;
  Race.DumpPairs = DumpPairs;
  Race.DumpQueries = DumpQueries;
  SteadyLoads Steady(K);
  KernelFacts F{Steady.kernel(), Launches, Race, Opts, {}, {}};
  F.OfUnit = OfUnit;
  GlobList Selected(Opts.Checks);
  auto Asks = [&](Group Kind) {
    return llvm::any_of(
        detectors(), [&](const Detector &D) { return D.Kind == Kind && Selected.contains(D.Id); });
  };
  KernelReport Report;
  Report.Asked = Asks(Group::Synchronization);
  if (Report.Asked) {
    askAll(F);
    askWithSteadyLoads(F, Steady);
    Steady.doubt(Solving, F.Races, Opts.Conventions);
    doubtDivergence(F, Steady);
    settleOpen(F.Races);
  }
  if (Selected.contains(AbsentLanes.Id)) {
    std::optional<smt::OwnUnits> Own;
    if (OfUnit)
      Own.emplace(Solving, OfUnit->OfLanes, Solving.Limit / 4);
    for (const Launch &L : Launches)
      F.AbsentLanes.push_back(findAbsentLanes(K, L, Race));
  }
  if (Report.Asked)
    for (const Launch &L : Launches)
      F.AsyncFaults.push_back(findAsyncFaults(K, L, Race));
  if (Asks(Group::Performance))
    for (const Launch &L : Launches)
      F.Memory.push_back(computeFootprints(K, L, cost::expectedTurns(K, L)));
  // A launch that cannot happen, or is never reached, decides nothing for any block shape.
  std::string FreeFor;
  if (OfUnit && Report.Asked && Opts.Level != Effort::Fast && isOpen(F) &&
      llvm::none_of(Launches, [](const Launch &L) { return L.Unreached; }))
    FreeFor = askShapes(F);
  doubtImpossible(F.Races, Launches, Opts.Conventions);
  doubtImpossible(F.Divergences, Launches, Opts.Conventions);
  if (K.isMadeUp()) {
    doubtMadeUp(F.Races, K.MadeUpArguments, Opts.Conventions);
    doubtMadeUp(F.Divergences, K.MadeUpArguments, Opts.Conventions);
  }
  if (K.MadeUpArguments)
    Report.Assumed.push_back(
        "template arguments that are customary: nothing in its file instantiates it");
  if (K.StandInTypes)
    Report.Assumed.push_back("what stands in for names: nothing in its file declares them");
  if (!F.Memory.empty())
    Report.Traffic = traffic(K, F.Memory);
  Report.Name = K.Name;
  Report.Loc = K.Loc;
  Report.Launches.assign(Launches.begin(), Launches.end());
  for (const Launch &L : Launches)
    Report.LaunchTexts.push_back(
        L.Generic && !L.Block[0] ? "any launch"
                                 : "grid (" + dims(K, L.Grid) + "), block (" + dims(K, L.Block) +
                                       ")" + (L.OneWay ? ", where arrays are one" : ""));
  if (Report.Asked) {
    Report.Divergence = divergenceVerdict(F);
    Report.Race = raceVerdict(F, Report.Divergence);
    Report.Unknowns = unknowns(F, Report.Race == RaceVerdict::Unknown,
                               Report.Divergence == DivergenceVerdict::Unknown);
    auto OutOfBudget = [](const auto &R) { return R.OutOfBudget; };
    Report.OutOfBudget =
        llvm::any_of(F.Races, OutOfBudget) || llvm::any_of(F.Divergences, OutOfBudget);
    if (isOpen(F))
      Report.FreeFor = FreeFor;
    addPremises(F, Report.Premises);
    if (Report.Race == RaceVerdict::Free && Report.Divergence == DivergenceVerdict::Free)
      Report.Premises = convention::granted(K, Launches, F.Races);
  } else {
    Report.Unknowns.push_back("no check for races or barriers is selected");
  }
  if (llvm::any_of(F.Races, [](const RaceResult &R) { return R.AssumedLockstep; }))
    Report.Assumed.push_back("lanes of one warp run in lockstep, as below sm_70");
  std::vector<Finding> New;
  for (const Detector &D : detectors())
    if (Selected.contains(D.Id))
      llvm::append_range(New, D.Detect(F));
  llvm::sort(New, [](const Finding &A, const Finding &B) {
    return std::tie(A.Loc, A.Id, A.Message) < std::tie(B.Loc, B.Id, B.Message);
  });
  if (llvm::any_of(New, [](const Finding &N) {
        return N.check() == Check::NamedBarrier && N.Severity == Level::Error;
      })) {
    Report.Divergence = DivergenceVerdict::Divergent;
    if (Report.Race == RaceVerdict::Free) // free, except that threads may not reach their accesses
      Report.Race = RaceVerdict::Unknown;
  }
  if (llvm::any_of(New, [](const Finding &N) {
        return N.check() == Check::PlainLaunch && N.Severity == Level::Error;
      }))
    Report.Divergence = DivergenceVerdict::Divergent;
  if (llvm::any_of(New, [](const Finding &N) {
        return (N.check() == Check::BulkCopy || N.check() == Check::MbarrierInit) &&
               N.Severity == Level::Error;
      }))
    Report.Race = RaceVerdict::Racy;
  if (Report.Race == RaceVerdict::Free &&
      llvm::any_of(New, [](const Finding &N) { return N.check() == Check::DependentLaunch; })) {
    Report.Race = RaceVerdict::Unknown;
    Report.Unknowns.push_back("what the kernel before this one still uses");
  }
  llvm::append_range(Findings, std::move(New));
  Report.Questions = questions(Solving.total());
  Solving.rest(); // in a unit of many kernels, as many contexts would stay alive
  return Report;
}

KernelReport cudafix::detect::judge(const Kernel &K, smt::Workspace &Solving,
                                    llvm::ArrayRef<Launch> Launches, const Options &Opts,
                                    std::vector<Finding> &Findings, llvm::raw_ostream *DumpPairs,
                                    llvm::raw_ostream *DumpQueries) {
  return judgeKernel(K, Solving, Launches, Opts, Findings, nullptr, DumpPairs, DumpQueries);
}

KernelReport cudafix::detect::judgeInShapes(const Kernel &K, smt::Workspace &Solving,
                                            llvm::ArrayRef<Launch> Launches, const Options &Opts,
                                            std::vector<Finding> &Findings, UnitFacts &OfUnit,
                                            llvm::raw_ostream *DumpPairs,
                                            llvm::raw_ostream *DumpQueries) {
  return judgeKernel(K, Solving, Launches, Opts, Findings, &OfUnit, DumpPairs, DumpQueries);
}
