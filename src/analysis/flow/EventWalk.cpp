// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/EventWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

EventWalk::EventWalk(const Kernel &K, bool OneWarp)
    : K(K), OneWarp(OneWarp), Succs(K.Nodes.size()), Preds(K.Nodes.size()) {
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs) {
      if (E.Cond && E.Cond->isFalse())
        continue;
      bool Block = !E.Cond || !forLeader(E.Cond)->isFalse();
      bool Warp = !E.Cond || !forLeader(E.Cond, Group::Warp)->isFalse();
      Succs[N.Id].push_back({E.To, {Block, Warp}, E.Cond});
      Preds[E.To].push_back({N.Id, {Block, Warp}, E.Cond});
    }
}

Expr EventWalk::forLeader(Expr E, Group G) const {
  ExprContext &C = *K.Ctx;
  return C.replace(E, [&](Expr A) {
    if (C.symbol(A->symbol()).Kind != SymbolKind::ThreadIdx)
      return Expr();
    if (G == Group::Block)
      return C.constant(0, A->width());
    Expr Lanes = C.constant(32, A->width());
    return A == C.threadIdx(0) ? C.mul(C.binary(Op::UDiv, A, Lanes), Lanes) : Expr();
  });
}

bool EventWalk::isMeeting(const Event &E, Group G) const {
  if (E.What != Event::Kind::Barrier)
    return false;
  const Barrier &B = K.barrier(E.Id);
  if (B.Kind == BarrierKind::Other && B.AcrossBlocks) // perhaps only for this thread
    return false;
  if (B.Kind == BarrierKind::Group && G == Group::Block)
    return false;
  return B.Kind != BarrierKind::Warp ||
         ((G == Group::Warp || OneWarp) && !B.Mask && B.TileSize == 32);
}

bool EventWalk::walk(Position From, Visit V, bool Forward, bool Leader, Group G,
                     Skip Without) const {
  struct Step {
    NodeId Node;
    unsigned Begin; ///< events still to visit (backwards: events before)
    BarrierId Crossed;
  };
  llvm::BitVector Seen(K.Nodes.size() * 2);
  bool Open = false;
  std::vector<Step> Work{{From.Node, Forward ? From.Event + 1 : From.Event, NoId}};
  while (!Work.empty()) {
    Step S = Work.back();
    Work.pop_back();
    llvm::ArrayRef<Event> Events(K.Nodes[S.Node].Events);
    Events = Forward ? Events.drop_front(S.Begin) : Events.take_front(S.Begin);
    bool Ended = false;
    for (unsigned I = 0; I < Events.size() && !Ended; ++I) {
      const Event &E = Forward ? Events[I] : Events[Events.size() - 1 - I];
      Ended = V(E, S.Crossed);
      if (isMeeting(E, G))
        S.Crossed = E.Id;
    }
    if (Ended)
      continue;
    const std::vector<Arc> &Next = (Forward ? Succs : Preds)[S.Node];
    Open |= Next.empty();
    for (const Arc &A : Next) {
      unsigned Key = A.To * 2 + (S.Crossed != NoId);
      if (((Leader || S.Crossed != NoId) && !A.Leader[static_cast<int>(G)]) || Seen.test(Key))
        continue;
      if (Without && Without(S.Node, A.To, A.Cond))
        continue;
      Seen.set(Key);
      Work.push_back(
          {A.To, Forward ? 0 : static_cast<unsigned>(K.Nodes[A.To].Events.size()), S.Crossed});
    }
  }
  return Open;
}
