// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/LaunchDivergence.h"
#include "analysis/question/RedundantBarriers.h"
#include "detect/Detector.h"
#include "smt/Workspace.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <set>

namespace cudafix::detect {

using analysis::BarrierPlace;

static Finding report(const Kernel &K, const BarrierPlace &Place, bool Weaken) {
  const Barrier &B = K.barrier(Place.front());
  std::string Call = B.Text.empty() ? "this barrier" : "'" + B.Text + "'";
  Finding F;
  F.Id = "redundant-barrier";
  F.Severity = Level::Warning;
  F.How = Confidence::Proved;
  F.KernelName = K.Name;
  F.Loc = B.Loc;
  F.Barriers = Place;
  F.SameWarp = Weaken;
  F.Message = Weaken ? Call + " orders only accesses of threads of one warp: __syncwarp() is enough"
                     : Call + " orders no conflicting accesses and can be removed";
  for (const SourceLoc &Site : B.CallChain)
    F.RelatedPlaces.push_back({Site, Role::Caller, ""});
  return F;
}

static bool mentionsBlock(const Kernel &K, Expr Cond) {
  return ExprContext::any(Cond, [&](Expr Part) {
    return Part->op() == Op::Apply && K.Ctx->symbol(Part->symbol()).Kind == SymbolKind::BlockDim;
  });
}

/// Removes from the launches what other launches of the kernel may have otherwise: values of
/// parameters and, with `Sizes`, sizes of blocks. Returns what it removed.
static std::set<NeededCondition> takeConstants(const Kernel &K, std::vector<Launch> &Launches,
                                               bool Sizes) {
  std::set<NeededCondition> Taken;
  std::array<bool, 3> Used = analysis::dimensionsUsed(K);
  for (Launch &L : Launches) {
    for (unsigned D = 0; D < 3; ++D)
      if (Sizes && Used[D] && L.Block[D]) {
        if (L.Block[D] != K.Ctx->blockDim(D)) // otherwise a fact says so
          Taken.insert(neededSize(*K.Ctx, D, L.Block[D]));
        L.Block[D] = Expr();
      }
    llvm::erase_if(L.Facts, [&](const Fact &One) {
      bool Take = One.Class == FactClass::Constant ||
                  (Sizes && One.Class != FactClass::User && mentionsBlock(K, One.Cond));
      if (Take)
        Taken.insert(neededCondition(*K.Ctx, One.Cond, One.Text));
      return Take;
    });
  }
  return Taken;
}

/// Returns true if threads next to the barrier read shared memory that the kernel never writes: a
/// mistake keeps the intended write from running, and the barrier was meant to order it.
static bool standsByUnwritten(const Kernel &K, const analysis::FlowPaths &Paths,
                              const BarrierPlace &Place) {
  llvm::BitVector Written(K.Arrays.size());
  const analysis::FlowInfo Flow(K);
  for (const Access &A : K.Accesses)
    if (const Expr Comes = Flow.reached(A.Node);
        A.Kind != AccessKind::Read && !(Comes && Comes->isFalse()))
      Written.set(A.Array);
  auto Ends = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  bool Found = false;
  auto Look = [&](const Event &E) {
    if (E.What != Event::Kind::Access)
      return;
    const Array &Of = K.array(K.access(E.Id).Array);
    Found |= Of.Where == Space::Shared && Of.Unknown.empty() && !Of.AliasGroup && !Written[Of.Id];
  };
  for (BarrierId B : Place) {
    Paths.visitAfter(Paths.barrier(B), Ends, Look);
    Paths.visitBefore(Paths.barrier(B), Ends, Look);
  }
  return Found;
}

/// Every kernel that contains a barrier must be able to do without it: if one needs it, the others
/// need not be asked.
static void noteNeeded(const Kernel &K, const analysis::RedundantBarriers &R,
                       std::set<SourceLoc> &Needed) {
  std::set<SourceLoc> Redundant;
  for (const auto *Places : {&R.Remove, &R.Weaken})
    for (const BarrierPlace &Place : *Places)
      Redundant.insert(K.barrier(Place.front()).Loc);
  for (const Barrier &B : K.Barriers)
    if (R.Searched && !Redundant.contains(B.Loc))
      Needed.insert(B.Loc);
}

static std::vector<Finding> find(const KernelFacts &F, std::set<SourceLoc> &Needed) {
  auto Find = [&](llvm::ArrayRef<Launch> Launches) {
    return analysis::findRedundantBarriers(F.K, Launches, F.Races, F.Divergences, F.Race, Needed);
  };
  analysis::RedundantBarriers R = Find(F.Launches), Always = R, OfSizes = R;
  std::set<NeededCondition> Constants, Sizes;
  if (!R.Remove.empty() || !R.Weaken.empty()) {
    std::vector<Launch> Open(F.Launches.begin(), F.Launches.end());
    std::set<NeededCondition> Values = takeConstants(F.K, Open, /*Sizes=*/false);
    if (!Values.empty())
      OfSizes = Find(Open);
    Sizes = takeConstants(F.K, Open, /*Sizes=*/true);
    Always = Sizes.empty() ? OfSizes : Find(Open);
    Constants = Sizes;
    Constants.insert(Values.begin(), Values.end());
  }
  std::vector<Finding> Findings;
  const analysis::FlowPaths Paths(F.K);
  auto Report = [&](const BarrierPlace &Place, bool Weaken) {
    if (standsByUnwritten(F.K, Paths, Place))
      return;
    Findings.push_back(report(F.K, Place, Weaken));
    auto Holds = [&](const analysis::RedundantBarriers &In) {
      return llvm::is_contained(In.Remove, Place) ||
             (Weaken && llvm::is_contained(In.Weaken, Place));
    };
    if (Holds(Always))
      return;
    const bool ForAnyValue = Holds(OfSizes);
    const std::set<NeededCondition> &Needed = ForAnyValue ? Sizes : Constants;
    if (!ForAnyValue)
      Findings.back().Severity = Level::Note; // another launch may need it
    Findings.back().Needed.assign(Needed.begin(), Needed.end());
    Findings.back().Facts = textsOf(Findings.back().Needed);
  };
  for (const BarrierPlace &Place : R.Remove)
    Report(Place, false);
  for (const BarrierPlace &Place : R.Weaken)
    Report(Place, true);
  std::vector<Finding> Named = Findings;
  for (Finding &One : Findings)
    for (const Finding &Other : Named)
      if (!(One.Loc == Other.Loc))
        One.RelatedPlaces.push_back(
            {Other.Loc, Role::Barrier, "can be changed together with this one"});
  noteNeeded(F.K, R, Needed);
  return Findings;
}

/// The search has a separate budget, so that the races of other kernels do not lack what it spends.
static std::vector<Finding> detect(const KernelFacts &F) {
  std::set<SourceLoc> Needed;
  if (!F.OfUnit)
    return find(F, Needed);
  smt::OwnUnits Units(F.Race.Solving, F.OfUnit->OfBarriers, F.Race.Solving.Limit);
  return find(F, F.OfUnit->NeededBarriers);
}

void dropNeededElsewhere(llvm::ArrayRef<const Kernel *> Kernels, std::vector<Finding> &Findings) {
  auto Holds = [&](const Kernel &K, const Finding &F) {
    if (llvm::none_of(K.Barriers, [&](const Barrier &B) { return B.Loc == F.Loc; }))
      return true;
    return llvm::any_of(Findings, [&](const Finding &O) {
      return O.Id == F.Id && O.KernelName == K.Name && O.Loc == F.Loc && O.SameWarp == F.SameWarp;
    });
  };
  std::vector<Finding> Kept;
  for (const Finding &F : Findings)
    if (F.Id != RedundantBarrier.Id ||
        llvm::all_of(Kernels, [&](const Kernel *K) { return Holds(*K, F); }))
      Kept.push_back(F);
  Findings = std::move(Kept);
}

const Detector RedundantBarrier = {"redundant-barrier", Level::Warning,
                                   R"(Finds block barriers that order nothing.
Why: a barrier stalls every warp until the slowest one arrives; one that separates no
conflicting accesses only costs time, and inside a loop it does so in each iteration.
How: the race questions are asked again with the barrier taken as absent, over back edges
of loops, for every launch and for all copies of a barrier in an inlined function. The
barriers reported can be removed together; the set is the one that saves most executions.
Where every hazard a barrier orders stays between lanes of one warp, __syncwarp() is
proposed instead. What holds only for the sizes of blocks or the constants that host code
passes is said; in the second case it is a note, as another launch may need the barrier.
Limits: nothing is reported unless every race question about the two phases is answered by
proof and all barriers are convergent. A barrier is kept when no launch comes to it, when its
result is used, when it stands in a macro, when threads read shared memory next to it that
nothing writes, and when it may be part of other synchronization: global atomics, fences,
volatile accesses, locks, spin-waits, asynchronous copies or named barriers next to it.)",
                                   detect};

} // namespace cudafix::detect
