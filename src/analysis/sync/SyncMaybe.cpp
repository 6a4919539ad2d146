// SPDX-License-Identifier: Apache-2.0
//
// Synchronization that is not understood: grid barriers of one's own with generations or
// arrays of flags, reader-writer locks, locks that one lane takes for its warp by votes.

#include "analysis/sync/SyncUses.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// An operation that a thread may repeat until another one lets it go on. In a loop that the block
/// meets in, that one is of another block.
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

/// Each way from the access has such an operation on it, or a place where the group meets and
/// after which, on some way, one stands.
template <typename Hit>
bool SyncUses::everyWay(AccessId Id, bool Forward, EventWalk::Group G, Hit IsOp) const {
  bool All = true;
  auto IsHit = [&](const Event &E) { return E.What == Event::Kind::Access && IsOp(E.Id); };
  auto Beyond = [&](BarrierId B) {
    bool Found = false;
    auto Visit = [&](const Event &E, BarrierId) { return Found |= IsHit(E); };
    Forward ? Walk.forward(Paths.barrier(B), Visit, G) : Walk.backward(Paths.barrier(B), Visit, G);
    return Found;
  };
  auto Visit = [&](const Event &E, BarrierId) {
    if (Walk.isMeeting(E, G))
      All &= Beyond(E.Id);
    return IsHit(E) || Walk.isMeeting(E, G);
  };
  bool Open =
      Forward ? Walk.forward(position(Id), Visit, G) : Walk.backward(position(Id), Visit, G);
  return All && !Open;
}

bool SyncUses::mayOrder(AccessId First, AccessId Second, EventWalk::Group G, bool Across) const {
  if (none())
    return false;
  llvm::DenseSet<ArrayId> Signalled, Awaited;
  auto Signal = [&](AccessId Id) {
    if (!isWrite(Id) || Id == First)
      return false;
    Signalled.insert(K.access(Id).Array);
    return true;
  };
  auto Wait = [&](AccessId Id) {
    if (!isWait(Id, Across) || Id == Second)
      return false;
    Awaited.insert(K.access(Id).Array);
    return true;
  };
  if (!everyWay(First, true, G, Signal) || !everyWay(Second, false, G, Wait))
    return false;
  // A thread that waits for one array and then signals another carries the order on.
  auto Leads = [&](ArrayId From, ArrayId To) {
    return llvm::any_of(K.Accesses, [&](const Access &R) {
      bool Found = false;
      if (R.Array == From && isWait(R.Id, Across))
        Walk.forward(position(R.Id), [&](const Event &E, BarrierId) {
          return Found |=
                 E.What == Event::Kind::Access && isWrite(E.Id) && K.access(E.Id).Array == To;
        });
      return Found;
    });
  };
  // Shared memory is another one in each block.
  auto IsOfBlock = [&](ArrayId Id) {
    return Across && K.array(Id).Where == Space::Shared && !usesClusters(K);
  };
  return llvm::any_of(Signalled, [&](ArrayId From) {
    return llvm::any_of(Awaited, [&](ArrayId To) {
      return !(IsOfBlock(From) && IsOfBlock(To)) && (From == To || Leads(From, To));
    });
  });
}
