// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/MeetingPoints.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace cudafix::transform {

using analysis::BarrierSet;
using analysis::FlowPaths;

/// Nodes reached from `Start` without a back edge and without continuing after `End`.
static llvm::BitVector forward(const Kernel &K, NodeId Start, NodeId End) {
  llvm::BitVector Seen(K.Nodes.size());
  std::vector<NodeId> Work{Start};
  Seen.set(Start);
  while (!Work.empty()) {
    NodeId N = Work.back();
    Work.pop_back();
    if (N == End)
      continue;
    for (const Edge &E : K.Nodes[N].Succs)
      if (!E.Back && !Seen.test(E.To)) {
        Seen.set(E.To);
        Work.push_back(E.To);
      }
  }
  return Seen;
}

/// Collects the edges into the meeting point of a branch, by source and position, that a thread
/// takes only if it did not pass the slot.
static void collect(const Kernel &K, const FlowPaths &Paths, const Slot &S, NodeId Branch,
                    std::set<std::pair<NodeId, unsigned>> &Edges) {
  NodeId Meet = Paths.postDominator(Branch);
  if (Meet == NoId)
    return;
  llvm::BitVector Region = forward(K, Branch, Meet);
  llvm::BitVector Behind = forward(K, S.Node, Meet);
  for (unsigned N : Region.set_bits())
    if (N != Meet && !Behind.test(N))
      for (unsigned I = 0; I < K.Nodes[N].Succs.size(); ++I)
        if (K.Nodes[N].Succs[I].To == Meet && !K.Nodes[N].Succs[I].Back)
          Edges.insert({N, I});
}

bool needsMeetingPoints(const Kernel &K, const FlowPaths &Paths, const BarrierSet &Set) {
  auto Splits = [&](unsigned S) { return !Paths.divergentBranches(K.Slots[S].Node).empty(); };
  return llvm::any_of(Set.SlotOn.set_bits(), Splits) ||
         llvm::any_of(Set.SlotWarp.set_bits(), Splits);
}

Kernel withMeetingPoints(const Kernel &Original, const FlowPaths &Paths, BarrierSet &Set) {
  std::set<std::pair<NodeId, unsigned>> Edges, BlockEdges;
  auto Collect = [&](unsigned S, auto &Into) {
    for (NodeId Branch : Paths.divergentBranches(Original.Slots[S].Node))
      collect(Original, Paths, Original.Slots[S], Branch, Into);
  };
  for (unsigned S : Set.SlotOn.set_bits())
    Collect(S, BlockEdges);
  Edges = BlockEdges;
  for (unsigned S : Set.SlotWarp.set_bits())
    Collect(S, Edges);
  Kernel K = Original;
  for (auto [From, I] : Edges) {
    Node Meet;
    Meet.Id = K.Nodes.size();
    Edge &In = K.Nodes[From].Succs[I];
    // If the edge leaves a loop, the new node is outside, like the node it leads to.
    Meet.Loop = K.Nodes[In.To].Loop;
    Meet.Convergent = K.Nodes[In.To].Convergent;
    Edge Out;
    Out.To = In.To;
    Out.Cond = K.Ctx->boolean(true);
    Out.EarlyReturn = In.EarlyReturn;
    Meet.Succs.push_back(Out);
    Slot S;
    S.Id = K.Slots.size();
    S.Node = Meet.Id;
    Meet.Events.push_back({Event::Kind::Slot, S.Id});
    In.To = Meet.Id;
    In.EarlyReturn = false;
    for (LoopId L = Meet.Loop; L != NoId; L = K.Loops[L].Parent)
      K.Loops[L].Nodes.push_back(Meet.Id);
    K.Slots.push_back(S);
    K.Nodes.push_back(std::move(Meet));
    bool Block = BlockEdges.count({From, I});
    Set.SlotOn.push_back(Block);
    Set.SlotWarp.push_back(!Block);
  }
  return K;
}

} // namespace cudafix::transform
