// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/FlowPaths.h"
#include "model/Dominators.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

namespace cudafix::analysis {

FlowPaths::FlowPaths(const Kernel &K) : K(K) {
  place();
  computePostDominators();
  computeBranches();
}

void FlowPaths::place() {
  Accesses.resize(K.Accesses.size());
  Barriers.resize(K.Barriers.size());
  Slots.resize(K.Slots.size());
  Preds.resize(K.Nodes.size());
  for (const Node &N : K.Nodes) {
    for (unsigned I = 0; I < N.Events.size(); ++I) {
      const Event &E = N.Events[I];
      if (E.What == Event::Kind::Access)
        Accesses[E.Id] = {N.Id, I};
      else if (E.What == Event::Kind::Barrier)
        Barriers[E.Id] = {N.Id, I};
      else if (E.What == Event::Kind::Slot)
        Slots[E.Id] = {N.Id, I};
    }
    for (const Edge &S : N.Succs)
      if (!llvm::is_contained(Preds[S.To], N.Id))
        Preds[S.To].push_back(N.Id);
  }
}

namespace {
/// A state of the search: a node entered at its first event, and whether a back edge was taken
/// before. The start is a separate state, so that a path may come back to it.
struct Step {
  NodeId Node;
  unsigned Begin;
  int Parent;
  bool Around;
  unsigned Cost;
};

/// Returns true if a branch is never taken, whatever the values.
bool dead(const Edge &E) { return E.Cond && E.Cond->isFalse(); }
} // namespace

std::optional<FlowPath> FlowPaths::find(Position From, Position To, PathKind Kind, Ends Stop,
                                        Weight Cost, LoopId Of) const {
  if (From.Node == NoId || To.Node == NoId)
    return std::nullopt;
  std::vector<Step> Steps{{From.Node, From.Event + 1, -1, false, 0}};
  using Entry = std::pair<unsigned, unsigned>; // cost, index: deterministic ties
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> Queue;
  std::vector<unsigned> Best(K.Nodes.size() * 2, ~0u);
  Queue.push({0, 0});

  auto Collect = [&](int At) {
    std::vector<int> Chain;
    for (int I = At; I >= 0; I = Steps[I].Parent)
      Chain.push_back(I);
    FlowPath P;
    for (int I : llvm::reverse(Chain)) {
      const Node &N = K.Nodes[Steps[I].Node];
      unsigned End = I == At ? To.Event : N.Events.size();
      for (unsigned J = Steps[I].Begin; J < End; ++J) {
        const Event &E = N.Events[J];
        if (E.What == Event::Kind::Slot && !llvm::is_contained(P.Slots, E.Id))
          P.Slots.push_back(E.Id);
        if (E.What == Event::Kind::Barrier && !llvm::is_contained(P.Barriers, E.Id))
          P.Barriers.push_back(E.Id);
      }
    }
    return P;
  };

  // Reaching the target is queued like a step, so the first one popped is the cheapest.
  std::vector<int> Targets;
  constexpr unsigned TargetBit = 1u << 31;
  while (!Queue.empty()) {
    auto [C, Index] = Queue.top();
    Queue.pop();
    if (Index & TargetBit)
      return Collect(Targets[Index & ~TargetBit]);
    Step S = Steps[Index];
    const Node &N = K.Nodes[S.Node];
    unsigned Total = C;
    bool Ended = false;
    for (unsigned J = S.Begin; J < N.Events.size() && !Ended; ++J) {
      if (S.Node == To.Node && J == To.Event && S.Around == (Kind == PathKind::AroundLoop)) {
        Queue.push({Total, static_cast<unsigned>(Targets.size()) | TargetBit});
        Targets.push_back(Index);
      }
      Ended = Stop(N.Events[J]);
      Total += Cost(N.Events[J]);
    }
    if (Ended)
      continue;
    for (const Edge &E : N.Succs) {
      if (dead(E) || (E.Back && Kind == PathKind::Forward))
        continue;
      bool Around = S.Around || (E.Back && (Of == NoId || K.Loops[Of].Header == E.To));
      unsigned &Known = Best[E.To * 2 + Around];
      if (Known <= Total)
        continue;
      Known = Total;
      Queue.push({Total, static_cast<unsigned>(Steps.size())});
      Steps.push_back({E.To, 0, static_cast<int>(Index), Around, Total});
    }
  }
  return std::nullopt;
}

llvm::BitVector FlowPaths::nodesAfter(Position From, Ends Stop) const {
  llvm::BitVector Seen(K.Nodes.size());
  std::vector<NodeId> Work;
  auto Scan = [&](NodeId Id, unsigned Begin) {
    const Node &N = K.Nodes[Id];
    for (unsigned J = Begin; J < N.Events.size(); ++J)
      if (Stop(N.Events[J]))
        return;
    for (const Edge &E : N.Succs)
      if (!dead(E) && !Seen.test(E.To)) {
        Seen.set(E.To);
        Work.push_back(E.To);
      }
  };
  Scan(From.Node, From.Event + 1);
  while (!Work.empty()) {
    NodeId Id = Work.back();
    Work.pop_back();
    Scan(Id, 0);
  }
  return Seen;
}

llvm::BitVector FlowPaths::nodesBefore(Position From, Ends Stop) const {
  llvm::BitVector Seen(K.Nodes.size());
  std::vector<NodeId> Work;
  auto Scan = [&](NodeId Id, unsigned End) {
    const Node &N = K.Nodes[Id];
    for (unsigned J = End; J > 0; --J)
      if (Stop(N.Events[J - 1]))
        return;
    for (NodeId P : Preds[Id])
      if (!Seen.test(P)) {
        Seen.set(P);
        Work.push_back(P);
      }
  };
  Scan(From.Node, From.Event);
  while (!Work.empty()) {
    NodeId Id = Work.back();
    Work.pop_back();
    Scan(Id, K.Nodes[Id].Events.size());
  }
  return Seen;
}

void FlowPaths::visitAfter(Position From, Ends Stop,
                           llvm::function_ref<void(const Event &)> Visit) const {
  auto Scan = [&](NodeId Id, unsigned Begin) {
    const Node &N = K.Nodes[Id];
    for (unsigned J = Begin; J < N.Events.size(); ++J) {
      Visit(N.Events[J]);
      if (Stop(N.Events[J]))
        return;
    }
  };
  Scan(From.Node, From.Event + 1);
  llvm::BitVector After = nodesAfter(From, Stop);
  for (unsigned Id : After.set_bits())
    Scan(Id, 0);
}

llvm::BitVector FlowPaths::accessesAfter(AccessId From) const {
  llvm::BitVector After(K.Accesses.size());
  visitAfter(
      access(From), [](const Event &) { return false; },
      [&](const Event &E) {
        if (E.What == Event::Kind::Access)
          After.set(E.Id);
      });
  return After;
}

void FlowPaths::visitBefore(Position From, Ends Stop,
                            llvm::function_ref<void(const Event &)> Visit) const {
  auto Scan = [&](NodeId Id, unsigned End) {
    const Node &N = K.Nodes[Id];
    for (unsigned J = End; J > 0; --J) {
      Visit(N.Events[J - 1]);
      if (Stop(N.Events[J - 1]))
        return;
    }
  };
  Scan(From.Node, From.Event);
  llvm::BitVector Before = nodesBefore(From, Stop);
  for (unsigned Id : Before.set_bits())
    Scan(Id, K.Nodes[Id].Events.size());
}

/// All ways out of the kernel, and out of endless loops, get one exit.
void FlowPaths::computePostDominators() {
  const unsigned Exit = K.Nodes.size();
  Graph Succs(Exit + 1);
  for (const Node &N : K.Nodes) {
    for (const Edge &E : N.Succs)
      Succs[N.Id].push_back(E.To);
    if (N.Succs.empty())
      Succs[N.Id].push_back(Exit);
  }
  connectToExit(Succs, Exit);
  IPDom = immediateDominators(reversed(Succs), Exit);
  IPDom.pop_back();
  std::replace(IPDom.begin(), IPDom.end(), Exit, NoId);
}

/// Control dependence by walking the post-dominator tree from each branch (Ferrante,
/// Ottenstein and Warren), then closed over branches that depend on branches.
void FlowPaths::computeBranches() {
  unsigned Count = K.Nodes.size();
  std::vector<std::vector<NodeId>> Controls(Count);
  for (const Node &N : K.Nodes) {
    if (N.Succs.size() < 2)
      continue;
    for (const Edge &E : N.Succs)
      for (NodeId At = E.To; At != NoId && At != IPDom[N.Id]; At = IPDom[At])
        if (!llvm::is_contained(Controls[At], N.Id))
          Controls[At].push_back(N.Id);
  }
  Branches.resize(Count);
  Divergent.resize(Count);
  for (NodeId N = 0; N < Count; ++N) {
    llvm::BitVector Seen(Count);
    std::vector<NodeId> Work = Controls[N];
    while (!Work.empty()) {
      NodeId B = Work.back();
      Work.pop_back();
      if (Seen.test(B))
        continue;
      Seen.set(B);
      Work.insert(Work.end(), Controls[B].begin(), Controls[B].end());
    }
    for (unsigned B : Seen.set_bits()) {
      Branches[N].push_back(B);
      if (llvm::any_of(K.Nodes[B].Succs, [](const Edge &E) { return E.Divergent; }))
        Divergent[N].push_back(B);
    }
  }
}

bool FlowPaths::reaches(NodeId From, NodeId To) const {
  Position End{From, static_cast<unsigned>(K.Nodes[From].Events.size())};
  return nodesAfter(End, [](const Event &) { return false; }).test(To);
}

} // namespace cudafix::analysis
