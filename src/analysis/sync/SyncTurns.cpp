// SPDX-License-Identifier: Apache-2.0
//
// Synchronization within the turns of a loop.

#include "analysis/sync/SyncUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

LoopId SyncUses::turnsAround(AccessId Op, AccessId Other) const {
  LoopId L = K.Nodes[K.access(Op).Node].Loop;
  while (L != NoId && K.Loops[L].SpinWait)
    L = K.Loops[L].Parent;
  return L != NoId && Flow.contains(L, K.access(Other).Node) ? L : NoId;
}

bool SyncUses::passesInTurn(AccessId From, const SyncUse &Op, bool Forward, LoopId L) const {
  const NodeId Header = K.Loops[L].Header;
  bool Around = false, Own = false;
  auto Stop = [&](const Event &E, BarrierId Crossed) {
    const bool Is = E.What == Event::Kind::Access && E.Id == Op.Op;
    Own |= Is && Crossed == NoId;
    return Is;
  };
  auto Leaves = [&](NodeId At, NodeId To, Expr) {
    const bool Ends = (Forward ? To : At) == Header || !Flow.contains(L, To);
    Around |= Ends;
    return Ends;
  };
  const EventWalk::Group G = Op.OfWarp ? EventWalk::Group::Warp : EventWalk::Group::Block;
  const bool Open = Forward ? Walk.forward(position(From), Stop, G, Leaves)
                            : Walk.backward(position(From), Stop, G, Leaves);
  return !Open && !Around && !(Op.OfWarp && Own);
}

Expr SyncUses::awaited(AccessId Op) const {
  const LoopId L = K.Nodes[K.access(Op).Node].Loop;
  if (L == NoId || !K.Loops[L].SpinWait)
    return Expr();
  llvm::SmallVector<Expr, 4> Exits;
  for (NodeId N : K.Loops[L].Nodes)
    for (const Edge &E : K.Nodes[N].Succs)
      if (!Flow.contains(L, E.To))
        Exits.push_back(E.Cond ? E.Cond : C.boolean(true));
  return Exits.empty() ? Expr() : C.lor(Exits);
}
