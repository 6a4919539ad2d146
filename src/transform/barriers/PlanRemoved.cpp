// SPDX-License-Identifier: Apache-2.0
//
// Divergent barriers that are removed: the accesses that they order must stay ordered. Also decides
// where they may be put again.

#include "analysis/question/RedundantBarriers.h"
#include "transform/barriers/Planner.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

using analysis::PathKind;
using analysis::Position;
using analysis::RaceAnswer;
using analysis::Scope;

/// Adds goals for pairs that were never proved free and that none of these findings is about.
void Planner::keepApart() {
  std::set<std::pair<AccessId, AccessId>> Repaired;
  for (const Goal &G : Goals)
    Repaired.insert(std::minmax(G.A, G.B));
  for (auto [A, B] : Baseline) {
    if (Repaired.count({A, B}))
      continue;
    for (const PlanDivergence &D : Divergences) {
      Goal G;
      G.A = A;
      G.B = B;
      G.WarpOnly = false;
      G.Findings = {D.Finding};
      G.Through = D.Barrier;
      Goals.push_back(std::move(G));
    }
  }
}

/// Finds the pairs that a removed barrier ordered, and makes them goals of the barrier's findings.
void Planner::addDerived(llvm::ArrayRef<RaceAnswer> Answers) {
  for (const RaceAnswer &R : Answers) {
    if (Baseline.count(std::minmax(R.A, R.B)))
      continue;
    llvm::BitVector Crossed(K.Barriers.size());
    Goal Probe;
    Probe.WarpOnly = R.Where == Scope::SameWarp;
    Position A = PK.Paths.access(R.A), B = PK.Paths.access(R.B);
    for (PathKind Kind : {PathKind::Forward, PathKind::AroundLoop})
      for (auto [From, To] : {std::pair(A, B), std::pair(B, A)})
        if (auto Path = open(Probe, From, To, Kind))
          for (BarrierId Id : Path->Barriers)
            Crossed.set(Id);
    std::set<unsigned> Findings;
    for (const PlanDivergence &D : Divergences)
      if (Crossed.none() || Crossed.test(D.Barrier))
        Findings.insert(D.Finding);
    addGoal(R.A, R.B, Probe.WarpOnly, std::move(Findings), R);
  }
}

/// Removes divergent barriers; if they stay in place, or are next to other synchronization, puts
/// them into the nearest slot again, where the branches around them will be split.
void Planner::removeDivergent() {
  auto IsBlock = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  auto Mark = [](llvm::BitVector &Into) {
    return [&Into](const Event &E) {
      if (E.What == Event::Kind::Access)
        Into.set(E.Id);
    };
  };
  for (const PlanDivergence &D : Divergences) {
    Removed.set(D.Barrier);
    PK.Paths.visitBefore(PK.Paths.barrier(D.Barrier), IsBlock, Mark(InFrontRemoved));
    PK.Paths.visitAfter(PK.Paths.barrier(D.Barrier), IsBlock, Mark(BehindRemoved));
    Position At = PK.Paths.barrier(D.Barrier);
    const std::vector<Event> &Events = K.Nodes[At.Node].Events;
    unsigned Group = NoId;
    auto Take = [&](unsigned I) {
      if (Group == NoId && Events[I].What == Event::Kind::Slot && usable(PK.GroupOf[Events[I].Id]))
        Group = PK.GroupOf[Events[I].Id];
    };
    if (At.Event > 0)
      Take(At.Event - 1);
    for (unsigned I = At.Event + 1; I < Events.size(); ++I)
      Take(I);
    for (unsigned I = At.Event; I > 0; --I)
      Take(I - 1);
    if (Group == NoId)
      continue;
    Nearness[Group] = 0; // the original place of the barrier
    bool Stays = Opts.InPlace || analysis::mayOrderOutside(K, D.Barrier);
    if (Stays && !llvm::is_contained(Fixed, std::pair(Group, D.Finding)))
      Fixed.push_back({Group, D.Finding});
  }
}

} // namespace cudafix::transform
