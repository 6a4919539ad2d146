// SPDX-License-Identifier: Apache-2.0
#include "analysis/question/RedundantBarriers.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <set>

namespace cudafix::analysis {

namespace {

bool isBlockBarrier(const Kernel &K, const Event &E) {
  return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind != BarrierKind::Warp;
}

/// Returns true if another block or stream may observe this access while the kernel runs.
bool isForOthers(const Kernel &K, const Access &A) {
  Space Where = K.array(A.Array).Where;
  bool InBlock = Where == Space::Shared || Where == Space::Local;
  return (!InBlock && (A.Kind == AccessKind::Atomic || A.Volatile)) || A.Atomic == AtomicOp::Cas;
}

/// Judges each barrier by the phases on its two sides. This suffices for sets of barriers: whatever
/// the merged phase reaches beyond another removed barrier is in a phase next to that barrier.
class Exclusions {
public:
  Exclusions(const Kernel &K, const llvm::BitVector &Undecided)
      : K(K), Undecided(Undecided), Paths(K), GapAt(K.Nodes.size()), SpinAt(K.Nodes.size()),
        ForOthers(K.Arrays.size()) {
    for (const Access &A : K.Accesses)
      if (isForOthers(K, A))
        ForOthers.set(A.Array);
    for (const ModelGap &G : K.Gaps) {
      if (!G.MayAccessMemory && !G.MaySynchronize)
        continue;
      if (G.Node == NoId)
        GapAt.set();
      else
        GapAt.set(G.Node);
    }
    for (const Loop &L : K.Loops)
      if (L.SpinWait)
        for (NodeId N : L.Nodes)
          SpinAt.set(N);
  }

  bool excluded(BarrierId Id) const {
    const Barrier &B = K.barrier(Id);
    // The callers of a function from another file are not visible here.
    return K.ReadsClock || B.Kind != BarrierKind::Block || B.ReturnsValue || B.OfLibrary ||
           B.Loc.InMacro || (!B.CallChain.empty() && B.Loc.File != K.Loc.File) || outside(Id);
  }

  bool outside(BarrierId Id) const {
    auto Stop = [&](const Event &E) { return isBlockBarrier(K, E); };
    Position At = Paths.barrier(Id);
    if (At.Node == NoId || GapAt.test(At.Node) || SpinAt.test(At.Node))
      return true;
    bool Found = false;
    auto Look = [&](const Event &E) { Found |= blocksRemoval(E); };
    Paths.visitAfter(At, Stop, Look);
    Paths.visitBefore(At, Stop, Look);
    llvm::BitVector Before = Paths.nodesBefore(At, Stop);
    return Found || Before.anyCommon(GapAt) || Before.anyCommon(SpinAt) ||
           Paths.nodesAfter(At, Stop).anyCommon(GapAt);
  }

private:
  bool blocksRemoval(const Event &E) const {
    switch (E.What) {
    case Event::Kind::Access:
      // A plain store may release a lock that is taken by an atomic operation.
      return Undecided.test(E.Id) || ForOthers.test(K.access(E.Id).Array);
    case Event::Kind::Barrier:
      return isPartial(K.barrier(E.Id));
    case Event::Kind::Fence:
    case Event::Kind::AsyncOp:
      return true;
    case Event::Kind::Slot:
    case Event::Kind::Async:
    case Event::Kind::Collective:
      return false;
    }
    return true;
  }

  const Kernel &K;
  const llvm::BitVector &Undecided;
  FlowPaths Paths;
  llvm::BitVector GapAt, SpinAt;
  llvm::BitVector ForOthers; ///< arrays
};

/// 10^depth: a rough estimate of how often a barrier is executed.
int64_t executions(const Kernel &K, const BarrierPlace &Place) {
  int64_t Sum = 0;
  for (BarrierId Id : Place) {
    int64_t Times = 1;
    LoopId L = K.Nodes[K.barrier(Id).Node].Loop;
    for (unsigned Depth = 0; L != NoId && Depth < 6; L = K.Loops[L].Parent, ++Depth)
      Times *= 10;
    Sum += Times;
  }
  return Sum;
}

/// The largest set of places that can be off together. Asks about the set with the least remaining
/// cost, and forbids what caused a race, until none is left.
class LargestSet {
public:
  LargestSet(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<BarrierPlace> Places,
             BarrierSet Start, llvm::function_ref<std::vector<RaceAnswer>(const BarrierSet &)> Ask)
      : K(K), Solving(Solving), Places(Places), Start(std::move(Start)), Ask(Ask), Paths(K) {
    for (const BarrierPlace &P : Places)
      Cost.push_back(-executions(K, P));
  }

  std::vector<unsigned> search() {
    constexpr unsigned MaxRounds = 16;
    for (unsigned Round = 0; Round < MaxRounds; ++Round) {
      auto Chosen = smt::minimise(Solving, Places.size(), Cost, Clauses);
      if (!Chosen || llvm::none_of(*Chosen, [](bool B) { return B; }))
        return {};
      BarrierSet Set = Start;
      for (unsigned I = 0; I < Places.size(); ++I)
        if ((*Chosen)[I])
          for (BarrierId Id : Places[I])
            Set.On.reset(Id);
      std::vector<RaceAnswer> Answers = Ask(Set);
      if (Answers.empty()) {
        std::vector<unsigned> Result;
        for (unsigned I = 0; I < Places.size(); ++I)
          if ((*Chosen)[I])
            Result.push_back(I);
        return Result;
      }
      for (const RaceAnswer &A : Answers)
        forbid(A, Set, *Chosen);
    }
    return {};
  }

private:
  /// Requires one of the removed barriers on a barrier-free path between the two accesses to stay;
  /// all removed ones if no such path is found.
  void forbid(const RaceAnswer &A, const BarrierSet &Set, const std::vector<bool> &Chosen) {
    llvm::BitVector Crossed(K.Barriers.size());
    auto Stop = [&](const Event &E) { return isBlockBarrier(K, E) && Set.On.test(E.Id); };
    auto Note = [&](AccessId From, AccessId To) {
      llvm::BitVector Here(K.Barriers.size()), There(K.Barriers.size());
      auto Mark = [](llvm::BitVector &Into) {
        return [&Into](const Event &E) {
          if (E.What == Event::Kind::Barrier)
            Into.set(E.Id);
        };
      };
      Paths.visitAfter(Paths.access(From), Stop, Mark(Here));
      Paths.visitBefore(Paths.access(To), Stop, Mark(There));
      Here &= There;
      Crossed |= Here;
    };
    if (A.A != NoId) {
      Note(A.A, A.B);
      Note(A.B, A.A);
    }
    std::vector<smt::Literal> Clause, All;
    for (unsigned I = 0; I < Places.size(); ++I) {
      if (!Chosen[I])
        continue;
      All.push_back({I, false});
      if (llvm::any_of(Places[I], [&](BarrierId Id) { return Crossed.test(Id); }))
        Clause.push_back({I, false});
    }
    Clauses.push_back(Clause.empty() ? All : Clause);
  }

  const Kernel &K;
  smt::Workspace &Solving;
  llvm::ArrayRef<BarrierPlace> Places;
  BarrierSet Start;
  llvm::function_ref<std::vector<RaceAnswer>(const BarrierSet &)> Ask;
  FlowPaths Paths;
  std::vector<int64_t> Cost;
  std::vector<std::vector<smt::Literal>> Clauses;
};

} // namespace

/// Returns true if there are copies or barriers whose effects across phases are not followed.
static bool hasOtherSynchronization(const Kernel &K) {
  return llvm::any_of(K.Accesses,
                      [](const Access &A) { return A.Kind == AccessKind::AsyncCopy; }) ||
         llvm::any_of(K.Barriers, isPartial);
}

bool mayOrderOutside(const Kernel &K, BarrierId Id) {
  llvm::BitVector None(K.Accesses.size());
  return hasOtherSynchronization(K) || Exclusions(K, None).outside(Id);
}

std::vector<BarrierPlace> removableCandidates(const Kernel &K, const llvm::BitVector &Undecided) {
  if (hasOtherSynchronization(K))
    return {};
  std::map<SourceLoc, BarrierPlace> Places;
  for (const Barrier &B : K.Barriers)
    Places[B.Loc].push_back(B.Id);
  for (const Barrier &B : K.Barriers)
    if (B.OfGrid)
      Places.erase(B.Loc);
  Exclusions X(K, Undecided);
  std::vector<BarrierPlace> Result;
  for (auto &[Loc, Place] : Places)
    if (llvm::none_of(Place, [&](BarrierId Id) { return X.excluded(Id); }))
      Result.push_back(Place);
  return Result;
}

RedundantBarriers searchRedundant(const Kernel &K, smt::Workspace &Solving,
                                  llvm::ArrayRef<BarrierPlace> Candidates, AskInBlock Ask) {
  RedundantBarriers Result;
  if (Candidates.empty())
    return Result;
  BarrierSet Set = BarrierSet::all(K);
  std::vector<BarrierPlace> Rest;
  auto Anywhere = [&](const BarrierSet &S) { return Ask(S, true); };
  std::vector<unsigned> Removed = LargestSet(K, Solving, Candidates, Set, Anywhere).search();
  for (unsigned I = 0; I < Candidates.size(); ++I) {
    if (!llvm::is_contained(Removed, I)) {
      Rest.push_back(Candidates[I]);
      continue;
    }
    Result.Remove.push_back(Candidates[I]);
    for (BarrierId Id : Candidates[I])
      Set.On.reset(Id);
  }
  if (Rest.empty())
    return Result;
  // A warp barrier in the same place orders lanes of one warp as the block barrier did.
  auto AcrossWarps = [&](const BarrierSet &S) { return Ask(S, false); };
  for (unsigned I : LargestSet(K, Solving, Rest, Set, AcrossWarps).search())
    Result.Weaken.push_back(Rest[I]);
  return Result;
}

using AccessPairs = std::set<std::pair<AccessId, AccessId>>;

/// Returns true if a thread reaches one of the barriers under some launch. If none does, they cost
/// nothing, and other launches may need them.
static bool isReached(const Kernel &K, const FlowInfo &Flow, const BarrierPlace &Place,
                      llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  return llvm::any_of(Launches, [&](const Launch &L) {
    TwoThreads Threads(K, L, Scope::SameBlock);
    std::vector<Expr> Query(Threads.constraints().begin(), Threads.constraints().end());
    auto Excluded = [&] { return smt::impossible(Opts.Solving, Query, Opts.Budget); };
    if (Excluded()) // the block has a single thread
      return true;
    return llvm::any_of(Place, [&](BarrierId B) {
      Query.push_back(Threads.of(Flow.reached(K.barrier(B).Node), 0));
      bool Never = Excluded();
      Query.pop_back();
      return !Never;
    });
  });
}

RedundantBarriers findRedundantBarriers(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                                        llvm::ArrayRef<RaceResult> Races,
                                        llvm::ArrayRef<DivergenceResult> Divergences,
                                        const RaceOptions &Opts,
                                        const std::set<SourceLoc> &Needed) {
  if (Launches.empty() || K.Barriers.empty())
    return {};
  llvm::BitVector Undecided(K.Accesses.size());
  AccessPairs Racing;  // with every barrier in place
  unsigned Effort = 0; // number of pairs in one question about all races
  for (const RaceResult &R : Races) {
    Effort += R.PairsProved;
    for (const RaceAnswer &A : R.Answers)
      if (A.Where != Scope::OtherBlock) {
        if (std::holds_alternative<Unknown>(A.Answer))
          return {};
        Undecided.set(A.A);
        Undecided.set(A.B);
        Racing.insert(std::minmax(A.A, A.B));
      }
  }
  // The most pairs that a search may ask about: fewer if many kernels share the solver.
  const unsigned TooMuch = Opts.Solving.Limit / 2500;
  if (Effort > TooMuch)
    return {};
  for (const DivergenceResult &D : Divergences)
    if (!D.Answers.empty() || !D.Unknowns.empty())
      return {};
  // Lockstep hides hazards within a warp from the question, but the compiler may still expose them.
  std::vector<Launch> Strict(Launches.begin(), Launches.end());
  for (Launch &L : Strict)
    L.Lockstep = false;
  RaceOptions InBlock = Opts;
  InBlock.AcrossBlocks = false;
  InBlock.Budget.ResourceUnits /= 4;
  InBlock.Judge = nullptr;                // any race requires the barrier, with any conventions
  InBlock.MaxAnswers = 8 + Racing.size(); // some of these must be new
  unsigned Left = std::clamp(TooMuch / (Effort + 1), 2u, 24u);
  auto AskOne = [&](const BarrierSet &Set, const AccessPairs &Known) {
    std::vector<RaceAnswer> Found;
    if (Left == 0) { // out of budget: return an answer that rules out every set
      RaceAnswer Open;
      Open.A = Open.B = NoId;
      Open.Answer = Unknown{"too many questions"};
      return std::vector<RaceAnswer>{Open};
    }
    --Left;
    for (const Launch &L : Strict) {
      RaceResult R = findRaces(K, L, Set, InBlock);
      for (RaceAnswer &A : R.Answers)
        if (std::holds_alternative<Unknown>(A.Answer) || // it ended the search
            !Known.contains(std::minmax(A.A, A.B)))
          Found.push_back(std::move(A));
      if (!Found.empty())
        break;
    }
    return Found;
  };
  // The barrier must also be redundant if barriers of libraries that promise no ordering are off.
  // Within their own functions those order accesses that would race without them.
  auto WithoutLibraries = [&](BarrierSet Set) {
    for (const Barrier &B : K.Barriers)
      if (B.OfLibrary)
        Set.On.reset(B.Id);
    return Set;
  };
  const bool Libraries = llvm::any_of(K.Barriers, [](const Barrier &B) { return B.OfLibrary; });
  std::map<bool, AccessPairs> Within;
  auto Ask = [&](const BarrierSet &Set, bool WithinWarps) {
    InBlock.WithinWarps = WithinWarps;
    std::vector<RaceAnswer> Found = AskOne(Set, Racing);
    if (!Libraries || !Found.empty())
      return Found;
    auto [It, New] = Within.try_emplace(WithinWarps, Racing);
    if (New)
      for (const RaceAnswer &A : AskOne(WithoutLibraries(BarrierSet::all(K)), Racing)) {
        if (std::holds_alternative<Unknown>(A.Answer))
          return std::vector<RaceAnswer>{A};
        It->second.insert(std::minmax(A.A, A.B));
      }
    return AskOne(WithoutLibraries(Set), It->second);
  };
  std::vector<BarrierPlace> Candidates = removableCandidates(K, Undecided);
  FlowInfo Flow(K);
  llvm::erase_if(Candidates, [&](const BarrierPlace &Place) {
    return Needed.contains(K.barrier(Place.front()).Loc) ||
           !isReached(K, Flow, Place, Launches, InBlock);
  });
  RedundantBarriers Found = searchRedundant(K, Opts.Solving, Candidates, Ask);
  Found.Searched = true;
  return Found;
}

} // namespace cudafix::analysis
