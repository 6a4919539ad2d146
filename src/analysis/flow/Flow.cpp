// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/Flow.h"
#include "model/Dominators.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

FlowInfo::FlowInfo(const Kernel &K) : K(K) {
  computeOrder();
  computeDominators();
  for (const Node &N : K.Nodes)
    Joins.push_back(findDiamond(N.Id));
  for (const Loop &L : K.Loops)
    GoesOn.push_back(computeGoesOn(L.Id));
  computeReached();
}

void FlowInfo::computeReached() {
  ExprContext &C = *K.Ctx;
  ReachedIf.assign(K.Nodes.size(), C.boolean(false));
  if (!K.Nodes.empty())
    ReachedIf[0] = C.boolean(true);
  for (NodeId N : Order) {
    if (NodeId Branch = Joins[N].Branch; Branch != NoId)
      ReachedIf[N] = ReachedIf[Branch];
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.Back || E.EarlyReturn)
        continue;
      LoopId Left = NoId;
      for (LoopId L = K.Nodes[N].Loop; L != NoId && !contains(L, E.To); L = K.Loops[L].Parent)
        Left = L;
      Expr Cond = Left != NoId ? ReachedIf[K.Loops[Left].Header]
                  : E.Cond     ? C.land(ReachedIf[N], E.Cond)
                               : ReachedIf[N];
      ReachedIf[E.To] = C.lor(ReachedIf[E.To], Cond);
    }
  }
}

FlowInfo::Diamond FlowInfo::findDiamond(NodeId Join) const {
  constexpr unsigned MaxNodes = 64;
  NodeId Branch = Position[Join] == NoId ? NoId : Idom[Join];
  if (Branch == NoId || Branch == Join || K.Nodes[Branch].Loop != K.Nodes[Join].Loop ||
      K.Nodes[Branch].Succs.size() < 2)
    return {};
  Diamond D{Branch, {}};
  llvm::BitVector Seen(K.Nodes.size());
  std::vector<NodeId> Work{Branch};
  while (!Work.empty()) {
    NodeId N = Work.back();
    Work.pop_back();
    if (K.Nodes[N].Succs.empty())
      return {};
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.Back || E.EarlyReturn || K.Nodes[E.To].Loop != K.Nodes[Join].Loop)
        return {};
      if (E.To == Join || Seen.test(E.To))
        continue;
      Seen.set(E.To);
      D.Between.push_back(E.To);
      Work.push_back(E.To);
    }
    if (D.Between.size() > MaxNodes)
      return {};
  }
  return D;
}

void FlowInfo::computeOrder() {
  Position.assign(K.Nodes.size(), NoId);
  if (K.Nodes.empty())
    return;
  std::vector<char> Seen(K.Nodes.size());
  std::vector<std::pair<NodeId, unsigned>> Stack{{0, 0}};
  Seen[0] = true;
  while (!Stack.empty()) {
    auto &[N, I] = Stack.back();
    if (I == K.Nodes[N].Succs.size()) {
      Order.push_back(N);
      Stack.pop_back();
      continue;
    }
    // The last successor first, so that the first one ends up nearer: program order.
    const Edge &E = K.Nodes[N].Succs[K.Nodes[N].Succs.size() - ++I];
    if (!E.Back && !Seen[E.To]) {
      Seen[E.To] = true;
      Stack.push_back({E.To, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  for (auto [I, N] : llvm::enumerate(Order))
    Position[N] = I;
}

/// Ignores back edges.
void FlowInfo::computeDominators() {
  Graph Succs(K.Nodes.size());
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      if (!E.Back)
        Succs[N.Id].push_back(E.To);
  if (!Succs.empty())
    Idom = immediateDominators(Succs, 0);
}

bool FlowInfo::dominates(NodeId A, NodeId B) const {
  if (Position[A] == NoId || Position[B] == NoId)
    return false;
  while (Position[B] > Position[A])
    B = Idom[B];
  return A == B;
}

bool FlowInfo::inLoop(LoopId Inner, LoopId Outer) const {
  for (; Inner != NoId; Inner = K.Loops[Inner].Parent)
    if (Inner == Outer)
      return true;
  return Outer == NoId;
}

std::vector<LoopId> FlowInfo::loopsAround(NodeId N) const {
  std::vector<LoopId> Loops;
  for (LoopId L = K.Nodes[N].Loop; L != NoId; L = K.Loops[L].Parent)
    Loops.push_back(L);
  std::reverse(Loops.begin(), Loops.end());
  return Loops;
}

Expr FlowInfo::computeGoesOn(LoopId L) const {
  bool OnlyHeader = true;
  for (NodeId N : K.Loops[L].Nodes)
    for (const Edge &E : K.Nodes[N].Succs)
      OnlyHeader &= N == K.Loops[L].Header || contains(L, E.To);
  if (OnlyHeader)
    return Expr();
  ExprContext &C = *K.Ctx;
  std::vector<Expr> At(K.Nodes.size(), C.boolean(false));
  At[K.Loops[L].Header] = C.boolean(true);
  Expr Back = C.boolean(false);
  for (NodeId N : Order) {
    if (!contains(L, N) || At[N]->isFalse())
      continue;
    for (const Edge &E : K.Nodes[N].Succs) {
      if (!contains(L, E.To))
        continue;
      // An inner loop is left under a condition of its last iteration, whose counter is not that of
      // the body: here it is only known that the loop is left.
      bool Inner = K.Nodes[N].Loop != L;
      Expr Cond = Inner ? At[N] : C.land(At[N], E.Cond ? E.Cond : C.boolean(true));
      if (E.Back && E.To == K.Loops[L].Header)
        Back = C.lor(Back, Cond);
      else if (!E.Back)
        At[E.To] = C.lor(At[E.To], Cond);
    }
  }
  return Back;
}
