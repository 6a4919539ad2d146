// SPDX-License-Identifier: Apache-2.0
//
// Synchronization that is not understood: hand-written grid barriers with generations or arrays of
// flags, reader-writer locks, locks that one lane takes for its warp by votes.

#include "analysis/sync/SyncUses.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;

// If the block meets in the loop, the awaited thread belongs to another block.
bool SyncUses::isWait(AccessId Id, bool Across) const {
  const Access &A = K.access(Id);
  if (!isRead(Id) || A.Retried)
    return false;
  bool Takes = A.Atomic == AtomicOp::Cas || A.Atomic == AtomicOp::Exch;
  for (LoopId L = K.Nodes[A.Node].Loop; L != NoId; L = K.Loops[L].Parent) {
    bool Repeats = Takes && K.Loops[L].Kind == LoopKind::Unknown;
    bool Together = !Across && llvm::any_of(K.Barriers, [&](const Barrier &B) {
      return B.Kind == BarrierKind::Block && Flow.contains(L, B.Node);
    });
    if (K.Loops[L].SpinWait || (Repeats && !Together))
      return true;
  }
  return false;
}

/// Returns true for an atomic operation whose result decides which way a thread goes: the last
/// thread to arrive at a hand-written barrier, or to draw a ticket, goes on without waiting.
bool SyncUses::isAsked(AccessId Id) const {
  const Access &A = K.access(Id);
  if (!isRead(Id) || A.Kind != AccessKind::Atomic || changesNothing(A))
    return false;
  auto IsResult = [&](Expr N) { return N == A.Result; };
  return llvm::any_of(K.Nodes, [&](const Node &N) {
    return llvm::any_of(
        N.Succs, [&](const Edge &E) { return E.Cond && ExprContext::any(E.Cond, IsResult); });
  });
}

/// Returns true if each path from the access contains such an operation, or a meeting of the group
/// after which one lies on some path. `Turns`: backward paths do not leave this loop.
template <typename Hit>
bool SyncUses::everyWay(AccessId Id, bool Forward, EventWalk::Group G, Hit IsOp,
                        LoopId Turns) const {
  bool All = true;
  auto Leaves = [&](NodeId, NodeId To, Expr Cond) {
    return (Turns != NoId && !Flow.contains(Turns, To)) || isNeverOfBlock(Id, To, Cond);
  };
  auto IsHit = [&](const Event &E) { return E.What == Event::Kind::Access && IsOp(E.Id); };
  auto Beyond = [&](BarrierId B) {
    bool Found = false;
    auto Visit = [&](const Event &E, BarrierId) {
      const bool Is = IsHit(E);
      Found |= Is;
      return Is;
    };
    Forward ? Walk.forward(Paths.barrier(B), Visit, G, Leaves)
            : Walk.backward(Paths.barrier(B), Visit, G, Leaves);
    return Found;
  };
  auto Visit = [&](const Event &E, BarrierId) {
    if (Walk.isMeeting(E, G))
      All &= Beyond(E.Id);
    return IsHit(E) || Walk.isMeeting(E, G);
  };
  bool Open = Forward ? Walk.forward(position(Id), Visit, G, Leaves)
                      : Walk.backward(position(Id), Visit, G, Leaves);
  return All && !Open;
}

bool SyncUses::mayOrder(AccessId First, AccessId Second, const Asked &How) const {
  if (none())
    return false;
  const bool Across = How.Across;
  auto IsFenced = [&](AccessId At, bool Forward, AccessId Id, std::optional<AtomicScope> Needed) {
    const Access &Op = K.access(Id);
    SyncUse Use;
    Use.Op = Id;
    if (!Needed || (Forward ? Op.Release : Op.Acquire))
      return true;
    findFence(At, Forward, Use);
    return Use.Fence && *Use.Fence >= *Needed;
  };
  llvm::DenseSet<ArrayId> Signalled, Awaited;
  auto Signal = [&](AccessId Id) {
    if (!isWrite(Id) || Id == First || !IsFenced(First, true, Id, How.BeforeSignal))
      return false;
    Signalled.insert(K.access(Id).Array);
    return true;
  };
  auto Wait = [&](AccessId Id) {
    const bool Decides = isWait(Id, Across) || (Across && isAsked(Id));
    if (!Decides || Id == Second || !IsFenced(Second, false, Id, How.AfterWait))
      return false;
    Awaited.insert(K.access(Id).Array);
    return true;
  };
  if (!everyWay(First, true, How.G, Signal, NoId) ||
      !everyWay(Second, false, How.G, Wait, How.Turns))
    return false;
  // A thread that waits on one array and then signals on another passes the order on.
  auto Leads = [&](ArrayId From, ArrayId To) {
    return llvm::any_of(K.Accesses, [&](const Access &R) {
      bool Found = false;
      if (R.Array == From && (isWait(R.Id, Across) || (Across && isAsked(R.Id))))
        Walk.forward(
            position(R.Id),
            [&](const Event &E, BarrierId) {
              return Found |=
                     E.What == Event::Kind::Access && isWrite(E.Id) && K.access(E.Id).Array == To;
            },
            EventWalk::Group::Block,
            [&](NodeId, NodeId Next, Expr Cond) { return isNeverOfBlock(R.Id, Next, Cond); });
      return Found;
    });
  };
  // Each block has its own shared memory.
  auto IsOfBlock = [&](ArrayId Id) {
    return Across && K.array(Id).Where == Space::Shared && !usesClusters(K);
  };
  return llvm::any_of(Signalled, [&](ArrayId From) {
    return llvm::any_of(Awaited, [&](ArrayId To) {
      return !(IsOfBlock(From) && IsOfBlock(To)) &&
             !(K.array(From).OfGridBarrier && K.array(To).OfGridBarrier) &&
             (From == To ? !How.Known.contains(From) : Leads(From, To));
    });
  });
}

std::optional<EventWalk::Group> SyncUses::meetsBefore(AccessId First, AccessId Op) const {
  using Place = std::pair<Event::Kind, uint32_t>;
  std::set<Place> After;
  auto MayMeet = [&](const Event &E) {
    return E.What == Event::Kind::Barrier || E.What == Event::Kind::Collective ||
           E.What == Event::Kind::AsyncOp;
  };
  Walk.forward(position(First), [&](const Event &E, BarrierId) {
    if (MayMeet(E))
      After.insert({E.What, E.Id});
    return false;
  });
  bool Warp = false, Block = false;
  Walk.backward(position(Op), [&](const Event &E, BarrierId) {
    if (After.count({E.What, E.Id})) {
      const bool OfWarp =
          E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Warp;
      (OfWarp ? Warp : Block) = true;
    }
    return false;
  });
  if (Block)
    return EventWalk::Group::Block;
  return Warp ? std::optional(EventWalk::Group::Warp) : std::nullopt;
}
