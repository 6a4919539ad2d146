// SPDX-License-Identifier: Apache-2.0
//
// A barrier after a loop that was meant to be in the loop: once the loop has its own, the one after
// it orders nothing.

#include "analysis/question/RedundantBarriers.h"
#include "transform/barriers/MeetingPoints.h"
#include "transform/barriers/Planner.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

using analysis::BarrierSet;
using analysis::RaceAnswer;

/// If several loops are around both accesses, first cuts only paths around the outermost one.
void Planner::beginOutside(Goal &G) const {
  if (!G.Around || !Oracle.All)
    return;
  const NodeId A = K.access(G.A).Node, B = K.access(G.B).Node;
  std::vector<LoopId> Common;
  for (LoopId L = K.Nodes[A].Loop; L != NoId; L = K.Loops[L].Parent)
    if (Flow.contains(L, B))
      Common.push_back(L);
  if (Common.size() < 2)
    return;
  G.Outer = Common.back();
  const analysis::Position At = PK.Paths.access(G.A), Bt = PK.Paths.access(G.B);
  if (!open(G, At, Bt, analysis::PathKind::AroundLoop) &&
      !open(G, Bt, At, analysis::PathKind::AroundLoop))
    G.Outer = NoId;
}

/// The block barrier that every path out of the loop reaches before anything else; NoId: there is
/// none.
BarrierId Planner::barrierBehind(LoopId L) const {
  BarrierId Found = NoId;
  auto First = [&](NodeId At) {
    for (unsigned Steps = 0; Steps < K.Nodes.size(); ++Steps) {
      for (const Event &E : K.Nodes[At].Events)
        if (E.What != Event::Kind::Slot)
          return E.What == Event::Kind::Barrier ? E.Id : NoId;
      if (K.Nodes[At].Succs.size() != 1)
        break;
      At = K.Nodes[At].Succs.front().To;
    }
    return NoId;
  };
  for (NodeId N : K.Loops[L].Nodes)
    for (const Edge &E : K.Nodes[N].Succs) {
      if (Flow.contains(L, E.To))
        continue;
      const BarrierId B = First(E.To);
      if (B == NoId || (Found != NoId && Found != B))
        return NoId;
      Found = B;
    }
  return Found;
}

static std::set<std::pair<AccessId, AccessId>> pairsOf(llvm::ArrayRef<RaceAnswer> Answers) {
  std::set<std::pair<AccessId, AccessId>> Pairs;
  for (const RaceAnswer &A : Answers)
    Pairs.insert(std::minmax(A.A, A.B));
  return Pairs;
}

/// Returns true if an access of the loop to a racing array can reach the barrier `Behind` without
/// passing a new one: then only sizes could show that it needs none.
bool Planner::leavesOpen(LoopId L, BarrierId Behind) const {
  Goal InBlock;
  InBlock.WarpOnly = false;
  llvm::BitVector Racy(K.Arrays.size());
  for (const Goal &G : Goals)
    Racy.set(K.access(G.A).Array);
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    auto IsOpen = [&](analysis::PathKind Kind) {
      return open(InBlock, PK.Paths.access(A.Id), PK.Paths.barrier(Behind), Kind).has_value();
    };
    return Racy.test(A.Array) && Flow.contains(L, A.Node) &&
           (IsOpen(analysis::PathKind::Forward) || IsOpen(analysis::PathKind::AroundLoop));
  });
}

/// Adds variants of the plans that put a barrier into a loop and remove the barrier directly after
/// it, if no further pair of accesses then races.
void Planner::moveBarriers(PlanResult &Result) const {
  const BarrierSet Set = current();
  for (const BarrierPlan &P : Result.Plans) {
    const std::vector<SlotId> &Slots = P.Change.Block;
    if (!Oracle.All || Slots.empty() || !P.Change.Remove.empty() || !P.Change.Warp.empty() ||
        !P.Change.SplitStatements.empty() || needsMeetingPoints(K, PK.Paths, Set))
      continue;
    const LoopId L = K.Nodes[K.Slots[Slots.front()].Node].Loop;
    const BarrierId Behind = L == NoId ? NoId : barrierBehind(L);
    if (Behind == NoId || llvm::any_of(Slots, [&](SlotId S) {
          return K.Nodes[K.Slots[S].Node].Loop != L || !K.Slots[S].Convergent;
        }))
      continue;
    if (leavesOpen(L, Behind))
      continue;
    const Barrier &B = K.barrier(Behind);
    BarrierPlan Moved = P;
    BarrierSet Without = Set;
    for (const Barrier &Copy : K.Barriers)
      if (Copy.Id == Behind || (B.Loc.Line && Copy.Loc == B.Loc)) {
        Moved.Change.Remove.push_back(Copy.Id);
        Without.On.reset(Copy.Id);
      }
    if (B.Kind != BarrierKind::Block || B.ReturnsValue || B.AcrossBlocks || B.Loc.InMacro ||
        llvm::any_of(Moved.Change.Remove,
                     [&](BarrierId Id) { return analysis::mayOrderOutside(K, Id); }))
      continue;
    const auto Known = pairsOf(Oracle.All(K, Set)), Left = pairsOf(Oracle.All(K, Without));
    if (!std::includes(Known.begin(), Known.end(), Left.begin(), Left.end()))
      continue;
    Moved.RepairId = "hoist-barrier";
    Result.Moved.push_back(std::move(Moved));
  }
}

} // namespace cudafix::transform
