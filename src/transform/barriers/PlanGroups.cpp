// SPDX-License-Identifier: Apache-2.0
//
// Splits a solution into connected plans, each with its kind of repair.

#include "transform/barriers/Planner.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

/// Returns true if the edge leads to a `return` statement.
static bool returns(const Kernel &K, const Edge &E) {
  const std::vector<Edge> &Next = K.Nodes[E.To].Succs;
  return E.EarlyReturn || (Next.size() == 1 && Next.front().EarlyReturn);
}

/// Returns true if a path from one access to the other crosses a barrier that is removed.
bool Planner::crosses(const Goal &G, BarrierId Id) const {
  auto Stop = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && !Removed.test(E.Id) &&
           K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  auto None = [](const Event &) { return 0u; };
  auto Way = [&](analysis::Position From, analysis::Position To) {
    return PK.Paths.find(From, To, analysis::PathKind::Forward, Stop, None) ||
           PK.Paths.find(From, To, analysis::PathKind::AroundLoop, Stop, None);
  };
  analysis::Position A = PK.Paths.access(G.A), B = PK.Paths.access(G.B),
                     Middle = PK.Paths.barrier(Id);
  return (Way(A, Middle) && Way(Middle, B)) || (Way(B, Middle) && Way(Middle, A));
}

/// Returns true if the array gets further stores between the slot and the access that reads it: a
/// barrier is easier to understand where the array is complete.
bool Planner::isFilledOn(SlotId S, const Goal &G, AccessId Read) const {
  if (K.access(Read).Kind != AccessKind::Read)
    return false;
  bool Filled = false;
  auto Stop = [&](const Event &E) {
    return (E.What == Event::Kind::Access && E.Id == Read) ||
           (E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block);
  };
  PK.Paths.visitAfter(PK.Paths.slot(S), Stop, [&](const Event &E) {
    if (E.What != Event::Kind::Access || E.Id == G.A || E.Id == G.B)
      return;
    const Access &A = K.access(E.Id);
    Filled |= A.Kind == AccessKind::Write && A.Partner == NoId && A.Array == K.access(Read).Array;
  });
  return Filled;
}

void Planner::noteWholeWarps(const SlotGroup &Group, BarrierChange &Change) const {
  llvm::SmallVector<NodeId, 8> Places;
  for (SlotId S : Group.Slots)
    Places.push_back(K.Slots[S].Node);
  if (Group.Split) // the statement is split in every call of its function
    for (const Access &Copy : K.Accesses)
      if (Copy.Kind == AccessKind::Write && Copy.Loc == K.access(Group.Split->Write).Loc)
        Places.push_back(Copy.Node);
  for (NodeId Place : Places)
    for (NodeId Branch : PK.Paths.divergentBranches(Place))
      if (!llvm::is_contained(Change.WholeWarps, Branch) && Oracle.WarpUniform &&
          Oracle.WarpUniform(K, Branch))
        Change.WholeWarps.push_back(Branch);
}

void Planner::describe(BarrierPlan &P, llvm::ArrayRef<unsigned> Used) {
  bool Uniform = false, Guard = false, Split = false;
  int64_t Most = -1;
  for (unsigned G : Used) {
    const SlotGroup &Group = PK.Groups[G];
    bool Warp = !Value[block(G)];
    if (Warp)
      noteWholeWarps(Group, P.Change);
    int64_t Cost = Warp ? Group.warpCost(std::max(Parted[G], 0)) : Group.blockCost();
    P.Cost += Cost;
    P.Editable &= Group.Editable;
    if (Cost > Most) {
      Most = Cost;
      P.Dominant = G;
    }
    if (Group.Split) {
      StatementSplit S = *Group.Split;
      S.Warp = Warp;
      P.Change.SplitStatements.push_back(S);
      continue;
    }
    auto &Into = Warp ? P.Change.Warp : P.Change.Block;
    Into.insert(Into.end(), Group.Slots.begin(), Group.Slots.end());
    if (Warp ? Parted[G] <= 0 : !Group.Levels)
      continue;
    Split = true;
    for (SlotId S : Group.Slots)
      for (NodeId Branch : PK.Paths.divergentBranches(K.Slots[S].Node)) {
        LoopId L = K.Nodes[Branch].Loop;
        auto Leaves = [&](const Edge &E) { return L != NoId && !Flow.contains(L, E.To); };
        Uniform |= L != NoId && Flow.contains(L, K.Slots[S].Node) &&
                   llvm::any_of(K.Nodes[Branch].Succs, Leaves);
        Guard |= llvm::any_of(K.Nodes[Branch].Succs, [&](const Edge &E) { return returns(K, E); });
      }
  }
  llvm::sort(P.Change.Block);
  llvm::sort(P.Change.Warp);
  llvm::sort(P.Change.Remove);
  llvm::sort(P.Change.WholeWarps);
  P.RepairId = Uniform                   ? "uniform-loop"
               : Guard                   ? "guard-early-return"
               : Split                   ? "split-branch"
               : Used.empty()            ? "remove-barrier"
               : P.Change.Remove.empty() ? "insert-barrier"
                                         : "hoist-barrier";
}

/// Groups findings into plans: those that share a place or a removed barrier are in one.
std::vector<BarrierPlan> Planner::plans() {
  llvm::EquivalenceClasses<unsigned> Together;
  std::map<unsigned, std::set<unsigned>> GroupsOf; // finding -> places
  std::map<unsigned, unsigned> FirstUser;          // place -> finding
  auto Use = [&](unsigned Finding, unsigned Group) {
    GroupsOf[Finding].insert(Group);
    auto [It, New] = FirstUser.try_emplace(Group, Finding);
    Together.unionSets(It->second, Finding);
  };
  for (const Goal &G : Goals) {
    if (!G.Dropped.empty() || G.Findings.empty())
      continue;
    for (unsigned F : G.Findings) {
      Together.unionSets(*G.Findings.begin(), F);
      for (unsigned Group : G.Used)
        if (Value[block(Group)] || (Value[warp(Group)] && G.WarpOnly))
          Use(F, Group);
    }
  }
  // A new barrier at the place of a removed divergent one means that it was moved.
  for (const PlanDivergence &D : Divergences) {
    Together.insert(D.Finding);
    for (const Goal &G : Goals)
      if (G.Dropped.empty() && !G.Findings.empty() && crosses(G, D.Barrier))
        Together.unionSets(*G.Findings.begin(), D.Finding);
  }
  for (auto [Group, Finding] : Fixed)
    Use(Finding, Group);
  // Copies of one source barrier, made by inlining, are one place.
  std::map<SourceLoc, unsigned> FirstAt;
  for (const PlanDivergence &D : Divergences) {
    auto [It, New] = FirstAt.try_emplace(K.barrier(D.Barrier).Loc, D.Finding);
    Together.unionSets(It->second, D.Finding);
  }

  std::map<unsigned, std::vector<unsigned>> Classes; // leader -> findings
  for (const auto *Member : Together)
    Classes[Together.getLeaderValue(Member->getData())].push_back(Member->getData());
  std::vector<BarrierPlan> Plans;
  for (auto &[Leader, Findings] : Classes) {
    BarrierPlan P;
    P.Findings = Findings;
    llvm::sort(P.Findings);
    std::set<unsigned> Used;
    for (unsigned F : P.Findings) {
      Used.insert(GroupsOf[F].begin(), GroupsOf[F].end());
      for (const PlanDivergence &D : Divergences)
        if (D.Finding == F && !llvm::is_contained(P.Change.Remove, D.Barrier))
          P.Change.Remove.push_back(D.Barrier);
    }
    describe(P, std::vector<unsigned>(Used.begin(), Used.end()));
    for (const Goal &G : Goals) {
      bool Mine =
          llvm::any_of(G.Findings, [&](unsigned F) { return llvm::is_contained(P.Findings, F); });
      if (!Mine || !G.Siblings || !G.Dropped.empty() || isIntended(G))
        continue;
      const Access &Second = K.access(secondOf(G));
      const Access &First = K.access(secondOf(G) == G.A ? G.B : G.A);
      P.Assumptions.push_back("the " + toString(First.Kind).str() + " in line " +
                              std::to_string(First.Loc.Line) + " comes before the " +
                              toString(Second.Kind).str() + " in line " +
                              std::to_string(Second.Loc.Line));
    }
    if (!P.Change.empty())
      Plans.push_back(std::move(P));
  }
  llvm::sort(Plans,
             [](const BarrierPlan &A, const BarrierPlan &B) { return A.Findings < B.Findings; });
  return Plans;
}

} // namespace cudafix::transform
