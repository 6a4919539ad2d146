// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/MeetingPoints.h"
#include "transform/barriers/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

using analysis::BarrierSet;
using analysis::FlowPath;
using analysis::PathKind;
using analysis::Position;
using analysis::RaceAnswer;
using analysis::Scope;

static std::vector<RaceAnswer> inBlock(std::vector<RaceAnswer> Answers) {
  llvm::erase_if(Answers, [](const RaceAnswer &A) { return A.Where == Scope::OtherBlock; });
  return Answers;
}

static std::vector<RaceAnswer> answersFor(llvm::ArrayRef<RaceAnswer> All, AccessId A, AccessId B) {
  std::vector<RaceAnswer> Mine;
  for (const RaceAnswer &R : All)
    if (std::minmax(R.A, R.B) == std::minmax(A, B))
      Mine.push_back(R);
  return Mine;
}

/// The races under the current solution. If barriers are only added, only the pairs to be repaired
/// can race; if they are few, they are asked about one by one.
std::vector<RaceAnswer> Planner::askAll() const {
  if (!Oracle.All)
    return {};
  BarrierSet Set = current();
  Kernel Split;
  bool Splits = needsMeetingPoints(K, PK.Paths, Set);
  if (Splits)
    Split = withMeetingPoints(K, PK.Paths, Set);
  const Kernel &Asked = Splits ? Split : K;
  constexpr unsigned Few = 24;
  if (Divergences.empty() && Copies.size() <= Few) {
    std::vector<RaceAnswer> Answers;
    for (auto [A, B] : Copies)
      llvm::append_range(Answers, inBlock(Oracle.Pair(Asked, Set, A, B, /*Long=*/false)));
    return Answers;
  }
  return inBlock(Oracle.All(Asked, Set));
}

/// Collects every pair of accesses at the places of the pairs to be repaired.
void Planner::collectCopies() {
  std::map<SourceLoc, std::vector<AccessId>> At;
  for (const Access &A : K.Accesses)
    At[A.Loc].push_back(A.Id);
  for (const PlanPair &P : Problem.Pairs) {
    Copies.insert(std::minmax(P.A, P.B));
    if (K.access(P.A).Loc.Line && K.access(P.B).Loc.Line)
      for (AccessId A : At[K.access(P.A).Loc])
        for (AccessId B : At[K.access(P.B).Loc])
          if (K.access(A).Array == K.access(B).Array)
            Copies.insert(std::minmax(A, B));
  }
}

bool Planner::usable(unsigned Group) const {
  return !PK.Groups[Group].Forbidden && !llvm::is_contained(Opts.Forbidden, Group);
}

/// Counts the branches around a place that the lanes of a warp decide differently: those are
/// split for a warp barrier.
void Planner::findParted(unsigned Group) {
  if (Parted[Group] >= 0)
    return;
  std::set<NodeId> Branches;
  for (SlotId S : PK.Groups[Group].Slots)
    for (NodeId Branch : PK.Paths.divergentBranches(K.Slots[S].Node))
      if (!Oracle.WarpUniform || !Oracle.WarpUniform(K, Branch))
        Branches.insert(Branch);
  Parted[Group] = Branches.size();
}

BarrierSet Planner::current() const {
  BarrierSet Set = BarrierSet::all(K);
  for (unsigned B : Removed.set_bits())
    Set.On.reset(B);
  Set.SlotOn.resize(K.Slots.size());
  Set.SlotWarp.resize(K.Slots.size());
  for (unsigned G = 0; G < PK.Groups.size(); ++G)
    for (SlotId S : PK.Groups[G].Slots) {
      if (Value[block(G)])
        Set.SlotOn.set(S);
      else if (Value[warp(G)])
        Set.SlotWarp.set(S);
    }
  return Set;
}

/// A path that the current solution leaves open, if there is one.
std::optional<FlowPath> Planner::open(const Goal &G, Position From, Position To,
                                      PathKind Kind) const {
  auto Ends = [&](const Event &E) {
    if (E.What == Event::Kind::Slot)
      return Value[block(PK.GroupOf[E.Id])] || (G.WarpOnly && Value[warp(PK.GroupOf[E.Id])]);
    if (E.What != Event::Kind::Barrier || Removed.test(E.Id))
      return false;
    const Barrier &B = K.barrier(E.Id);
    bool WholeWarp = B.Kind == BarrierKind::Warp && B.TileSize == 32;
    return B.Kind == BarrierKind::Block || B.Kind == BarrierKind::Grid ||
           (WholeWarp && G.WarpOnly && !analysis::namesSomeLanes(K, B));
  };
  auto Weight = [&](const Event &E) -> unsigned {
    return E.What == Event::Kind::Slot && usable(PK.GroupOf[E.Id]);
  };
  return PK.Paths.find(From, To, Kind, Ends, Weight, G.Outer);
}

void Planner::addGoal(AccessId A, AccessId B, bool WarpOnly, std::set<unsigned> Findings,
                      llvm::ArrayRef<RaceAnswer> Answers) {
  if (K.access(B).Loc < K.access(A).Loc)
    std::swap(A, B);
  for (Goal &G : Goals)
    if (G.A == A && G.B == B && G.Through == NoId) {
      G.WarpOnly &= WarpOnly;
      G.Findings.insert(Findings.begin(), Findings.end());
      return;
    }
  Goal G;
  G.A = A;
  G.B = B;
  G.WarpOnly = WarpOnly;
  G.Findings = std::move(Findings);
  classify(G, Answers, /*First=*/true);
  beginOutside(G);
  Goals.push_back(std::move(G));
}

/// Adds as goals the pairs of the findings, and every racing pair of the same two source places.
void Planner::addGoals(llvm::ArrayRef<RaceAnswer> Answers) {
  auto Places = [&](AccessId A, AccessId B) {
    return std::minmax(K.access(A).Loc, K.access(B).Loc);
  };
  const BarrierSet Set = current();
  for (const PlanPair &P : Problem.Pairs) {
    addGoal(P.A, P.B, P.SameWarp, {P.Finding},
            settle(Set, P.A, P.B, answersFor(Answers, P.A, P.B)));
    for (const RaceAnswer &R : Answers)
      if (Places(R.A, R.B) == Places(P.A, P.B) && std::minmax(R.A, R.B) != std::minmax(P.A, P.B))
        addGoal(R.A, R.B, R.Where == Scope::SameWarp, {P.Finding}, R);
  }
}

/// Returns true if the forward path from one access to the other has no place for a barrier except
/// inside the statement.
bool Planner::crossesStatement(const Goal &G, Position From, Position To) const {
  std::optional<FlowPath> Path = open(G, From, To, PathKind::Forward);
  return Path && llvm::all_of(Path->Slots, [&](SlotId S) { return S >= PK.OriginalSlots; });
}

/// Finds which paths the known races can take. For accesses in two branches, an order is chosen
/// only if the barriers for other pairs leave the race.
void Planner::classify(Goal &G, llvm::ArrayRef<RaceAnswer> Answers, bool First) {
  Position A = PK.Paths.access(G.A), B = PK.Paths.access(G.B);
  bool ForwardPath = open(G, A, B, PathKind::Forward) || open(G, B, A, PathKind::Forward);
  bool AroundPath = open(G, A, B, PathKind::AroundLoop) || open(G, B, A, PathKind::AroundLoop);
  bool Carried = false, Direct = false;
  for (const RaceAnswer &R : Answers) {
    (R.CarriedByLoop ? Carried : Direct) = true;
    if (R.Where == Scope::OtherWarp)
      G.WarpOnly = false;
  }
  if (Answers.empty())
    Direct = true;
  // Splitting a statement is the last resort: first tries a barrier in the loop.
  bool Inside =
      AroundPath && First && Oracle.All && (crossesStatement(G, A, B) || crossesStatement(G, B, A));
  G.Around |= AroundPath && (Carried || !ForwardPath || Inside);
  G.Forward |= ForwardPath && (Direct || !AroundPath) && !Inside;
  bool Deferred = First && Oracle.All;
  G.Siblings |= !ForwardPath && !AroundPath && G.A != G.B && !Deferred;
  if (G.A == G.B && !AroundPath && !G.Around)
    drop(G, "the statement races with itself in another thread");
}

void Planner::drop(Goal &G, std::string Why) {
  G.Dropped = std::move(Why);
  G.Used.clear();
}

/// Returns -1 before a removed barrier, 1 after one, 0 for neither or both.
int Planner::sideOf(AccessId Id) const { return BehindRemoved.test(Id) - InFrontRemoved.test(Id); }

/// Of two accesses in different branches, the one that comes second: according to the program's
/// barriers, else in source order.
AccessId Planner::secondOf(const Goal &G) const {
  if (int Side = sideOf(G.A) - sideOf(G.B))
    return Side > 0 ? G.A : G.B;
  return Opts.OtherOrder ? G.A : G.B;
}

/// The position after the last branch that both accesses depend on.
Position Planner::siblingStart(const Goal &G) const {
  NodeId NA = K.access(G.A).Node, NB = K.access(G.B).Node, Common = 0;
  for (NodeId N : Flow.order())
    if (Flow.dominates(N, NA) && Flow.dominates(N, NB))
      Common = N;
  return {Common, static_cast<unsigned>(K.Nodes[Common].Events.size())};
}

/// Adds a clause for one open path; returns false if there is none.
bool Planner::cutPath(unsigned GoalIndex, Position From, AccessId To, PathKind Kind) {
  std::optional<FlowPath> Path = open(Goals[GoalIndex], From, PK.Paths.access(To), Kind);
  return Path && addClause(GoalIndex, Path->Slots, To);
}

/// Requires a barrier at one of the places on the path; without a place, drops the goal.
bool Planner::addClause(unsigned GoalIndex, llvm::ArrayRef<SlotId> Path, AccessId To) {
  Goal &G = Goals[GoalIndex];
  GoalClause C{GoalIndex, {}};
  int64_t Distance = 0;
  std::set<unsigned> Seen;
  // A barrier reads best right after the first access, or at the end of a loop's body.
  for (SlotId S : Path) {
    unsigned Group = PK.GroupOf[S];
    if (!usable(Group) || !Seen.insert(Group).second)
      continue;
    int64_t Early = To != NoId && isFilledOn(S, G, To) ? MaxNearness / 2 : 0;
    Nearness[Group] = std::min({Nearness[Group], ++Distance + Early, MaxNearness});
    C.Literals.push_back({block(Group), true});
    if (G.WarpOnly) {
      findParted(Group);
      C.Literals.push_back({warp(Group), true});
    }
    G.Used.insert(Group);
  }
  if (C.Literals.empty())
    drop(G, "no statement boundary where a barrier may stand lies between the two accesses");
  else
    Clauses.push_back(std::move(C));
  return true;
}

/// The positions from which a barrier can order an access against later code: right after it or,
/// for an asynchronous copy, after each wait.
std::vector<Position> Planner::startsOf(AccessId Id) const {
  if (K.access(Id).Kind != AccessKind::AsyncCopy)
    return {PK.Paths.access(Id)};
  std::vector<Position> Waits;
  for (const Node &N : K.Nodes)
    for (auto [I, E] : llvm::enumerate(N.Events))
      if (E.What == Event::Kind::Async && K.AsyncSteps[E.Id].Wait)
        Waits.push_back({N.Id, static_cast<unsigned>(I)});
  return Waits;
}

/// Cuts the paths from one access across the removed barrier to the other.
void Planner::cutThrough(unsigned GoalIndex, bool &Added) {
  const Goal &G = Goals[GoalIndex];
  Position Middle = PK.Paths.barrier(G.Through);
  for (auto [From, To] : {std::pair(G.A, G.B), std::pair(G.B, G.A)})
    for (PathKind In : {PathKind::Forward, PathKind::AroundLoop})
      for (PathKind Out : {PathKind::Forward, PathKind::AroundLoop}) {
        if (!G.Dropped.empty())
          return;
        auto First = open(G, PK.Paths.access(From), Middle, In);
        auto Second = First ? open(G, Middle, PK.Paths.access(To), Out) : std::nullopt;
        if (!Second)
          continue;
        llvm::append_range(First->Slots, Second->Slots);
        Added |= addClause(GoalIndex, First->Slots, NoId);
      }
}

/// Adds clauses until the solution cuts every path of every goal; returns true if one was added.
bool Planner::cutAll() {
  bool Added = false;
  for (unsigned I = 0; I < Goals.size(); ++I) {
    Goal &G = Goals[I];
    if (!G.Dropped.empty())
      continue;
    if (G.Through != NoId) {
      cutThrough(I, Added);
      continue;
    }
    for (PathKind Kind : {PathKind::Forward, PathKind::AroundLoop}) {
      if (Kind == PathKind::Forward ? !G.Forward : !G.Around)
        continue;
      for (Position From : startsOf(G.A))
        if (G.Dropped.empty())
          Added |= cutPath(I, From, G.B, Kind);
      for (Position From : startsOf(G.B))
        if (G.A != G.B && G.Dropped.empty())
          Added |= cutPath(I, From, G.A, Kind);
    }
    if (G.Siblings && G.Dropped.empty()) {
      Added |= cutPath(I, siblingStart(G), secondOf(G), PathKind::Forward);
    }
  }
  return Added;
}

bool Planner::solve() {
  constexpr unsigned MaxSteps = 200;
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    std::vector<int64_t> Cost(Value.size());
    for (unsigned G = 0; G < PK.Groups.size(); ++G) {
      Cost[block(G)] = PK.Groups[G].blockCost() + Nearness[G];
      unsigned Split = std::max(Parted[G], 0);
      Cost[warp(G)] = PK.Groups[G].warpCost(Split) + Nearness[G];
    }
    std::vector<std::vector<smt::Literal>> Hard;
    for (const GoalClause &C : Clauses)
      if (Goals[C.Goal].Dropped.empty())
        Hard.push_back(C.Literals);
    for (auto [Group, Finding] : Fixed)
      Hard.push_back({{block(Group), true}});
    if (Hard.empty()) {
      std::fill(Value.begin(), Value.end(), false);
    } else {
      std::optional<std::vector<bool>> Found = smt::minimise(Solving, Value.size(), Cost, Hard);
      if (!Found)
        return false;
      Value = std::move(*Found);
    }
    if (!cutAll())
      return true;
  }
  return false;
}

/// Asks again, with more effort, about pairs that a short question left undecided, before barriers
/// are added for them.
std::vector<RaceAnswer> Planner::settle(const BarrierSet &Set, AccessId A, AccessId B,
                                        std::vector<RaceAnswer> Left) {
  auto IsRace = [](const RaceAnswer &R) { return std::holds_alternative<Satisfiable>(R.Answer); };
  if (Left.empty() || llvm::any_of(Left, IsRace) || Unsettled == MaxUnsettled || !Oracle.Pair)
    return Left;
  Left = inBlock(Oracle.Pair(K, Set, A, B, /*Long=*/true));
  Unsettled += !Left.empty() && llvm::none_of(Left, IsRace);
  return Left;
}

/// Judges every goal under the solution; returns true if more paths have to be cut.
bool Planner::reask(llvm::ArrayRef<RaceAnswer> All, unsigned Count) {
  const BarrierSet Set = current();
  const bool Splits = needsMeetingPoints(K, PK.Paths, Set);
  bool More = false;
  for (Goal &G : llvm::MutableArrayRef(Goals).take_front(Count)) {
    std::vector<RaceAnswer> Left = answersFor(All, G.A, G.B);
    if (!Splits && G.Dropped.empty() && G.Through == NoId)
      Left = settle(Set, G.A, G.B, std::move(Left));
    if (!G.Dropped.empty() || G.Through != NoId || Left.empty())
      continue;
    const Goal Before = G;
    G.Outer = NoId;
    classify(G, Left, /*First=*/false);
    bool Changed = G.Outer != Before.Outer || G.Around != Before.Around ||
                   G.Forward != Before.Forward || G.Siblings != Before.Siblings ||
                   G.WarpOnly != Before.WarpOnly || !G.Dropped.empty();
    bool Real = llvm::any_of(Left, [](const RaceAnswer &A) {
      return std::holds_alternative<Satisfiable>(A.Answer) && A.How != Confidence::Possible;
    });
    if (!Changed && Real)
      drop(G, "the race is left with a barrier on every path between the two accesses");
    More |= Changed || Real;
  }
  return More;
}

/// Turns off one place at a time, the costliest first, if the races do not come back. After a
/// split, threads of both branches meet, which only the paths show, so places for that stay.
void Planner::prune() {
  std::vector<unsigned> On;
  for (unsigned V = 0; V < Value.size(); ++V)
    if (Value[V])
      On.push_back(V);
  constexpr size_t Few = 6;
  if (!Oracle.Pair || On.size() < 2 || On.size() > Few)
    return;
  auto Cost = [&](unsigned V) {
    const SlotGroup &G = PK.Groups[V / 2];
    return V % 2 ? G.warpCost(std::max(Parted[V / 2], 0)) : G.blockCost();
  };
  llvm::sort(
      On, [&](unsigned A, unsigned B) { return std::tuple(Cost(B), B) < std::tuple(Cost(A), A); });
  auto Left = [&](const BarrierSet &Set, const Goal &G) {
    return settle(Set, G.A, G.B, inBlock(Oracle.Pair(K, Set, G.A, G.B, /*Long=*/false)));
  };
  for (unsigned V : On) {
    unsigned Group = V / 2;
    if (llvm::any_of(Fixed, [&](auto &F) { return F.first == Group; }))
      continue;
    Value[V] = false;
    BarrierSet Set = current();
    bool Needed = needsMeetingPoints(K, PK.Paths, Set) || llvm::any_of(Goals, [&](const Goal &G) {
                    return G.Dropped.empty() && G.Used.count(Group) &&
                           (G.Through != NoId || !Left(Set, G).empty());
                  });
    Value[V] = Needed;
  }
}

PlanResult Planner::run() {
  PlanResult Result;
  collectCopies();
  std::vector<RaceAnswer> Answers = askAll();
  for (const RaceAnswer &R : Answers)
    Baseline.insert(std::minmax(R.A, R.B));
  removeDivergent();
  addGoals(Answers);
  keepApart();
  bool Solved = false;
  for (unsigned Round = 0; Round < MaxRounds && !Solved; ++Round) {
    if (!solve())
      break;
    Answers = askAll();
    size_t Before = Goals.size();
    bool More = reask(Answers, Before);
    if (Removed.any())
      addDerived(Answers);
    Solved = !More && Goals.size() == Before;
  }
  std::map<unsigned, std::string> Uncut;
  for (const Goal &G : Goals)
    for (unsigned F : G.Findings) {
      if (!G.Dropped.empty())
        Uncut.try_emplace(F, G.Dropped);
      else if (!Solved)
        Uncut.try_emplace(F, "no set of barriers was found within the search's budget");
    }
  Result.Uncut.assign(Uncut.begin(), Uncut.end());
  if (!Solved)
    return Result;
  prune();
  Result.Plans = plans();
  moveBarriers(Result);
  // If a derived race remains, the barrier cannot be removed.
  llvm::erase_if(Result.Plans, [&](const BarrierPlan &P) {
    return llvm::any_of(P.Findings, [&](unsigned F) { return Uncut.count(F); });
  });
  return Result;
}

PlanResult planBarriers(const PlanKernel &PK, smt::Workspace &Solving, const PlanProblem &Problem,
                        const PlanOracle &Oracle, const PlanOptions &Opts) {
  return Planner(PK, Solving, Problem, Oracle, Opts).run();
}

} // namespace cudafix::transform
