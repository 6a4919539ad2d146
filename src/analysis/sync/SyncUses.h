// SPDX-License-Identifier: Apache-2.0
//
// Locks, flags, tickets and fences around the accesses of a kernel, for one thread. SyncOrder
// decides what they order between two threads.
#pragma once

#include "analysis/flow/EventWalk.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/Phases.h"
#include "smt/Workspace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace cudafix::analysis {

/// An atomic, volatile or waiting operation that lies on every path to an access (or that can
/// follow it), executed by the thread itself or by the first thread of its block.
struct SyncUse {
  AccessId Op = NoId;
  BarrierId Crossed = NoId; ///< the block barrier between the two; NoId: none on some path
  bool Leader = false;      ///< the block's first thread executes it for all
  bool OfWarp = false;      ///< the first lane of each warp executes it for its warp
  /// The widest fence scope on each path between the two, minimised over all paths.
  std::optional<AtomicScope> Fence;
  FenceId Narrow = NoId; ///< the fence that decides Fence
};

/// A condition of one thread, and the result of an operation there.
struct SyncGuard {
  Expr Cond, Result;
  bool Leader = false; ///< it is about the first thread of the block
};

/// A cell that is taken by compare-and-swap or exchange when it holds `Free` (or by waiting for a
/// ticket or turn), and released only by the thread that took it.
struct LockArray {
  bool Sound = false; ///< every write of the kernel takes or releases it
  Expr Free;
  Expr Held; ///< the only other value that the kernel writes; null: there are several
  /// One bit of the cell for each lock, taken by atomicOr and given back by atomicAnd.
  bool Bits = false;
  /// A ticket lock: taken when the cell equals the result of this addition for the thread.
  AccessId Ticket = NoId;
  /// A lock by turns: taken when the cell holds this number, which must differ between all threads
  /// that take the lock.
  Expr Turn;
  std::vector<AccessId> Takes, Releases;
};

/// Returns true if `Y` accesses data behind the counter that `X` increments in the same array,
/// provided that the tickets of `X`, from which the address may be computed, are not negative
/// (`list[0]` counts the rows `list + 1 + ticket * n`).
bool isBehindCounter(const ExprContext &C, const Access &Y, const Access &X);

/// Returns true for an atomic that does not change the cell: atomicAdd(p, 0).
bool changesNothing(const Access &A);

class SyncUses {
public:
  /// Returns true if the conditions cannot hold together.
  using Impossible = std::function<bool(llvm::ArrayRef<Expr>)>;
  /// `OneWarp`: no block has more than one warp.
  SyncUses(const Kernel &K, smt::Workspace &Solving, const FlowInfo &Flow, bool OneWarp,
           Impossible Never);

  /// Returns true if only barriers can order threads in the kernel.
  bool none() const { return Reads.empty(); }
  bool isRead(AccessId Id) const { return Reads.contains(Id); }
  /// Returns true for writes (except atomics that change nothing) to arrays that some isRead()
  /// reads.
  bool isWrite(AccessId Id) const;

  /// The operations that took the locks held at an access.
  const std::vector<SyncUse> &held(AccessId Id);
  /// Reads of synchronization cells that lie on every path to the access and on which its condition
  /// depends.
  const std::vector<SyncUse> &before(AccessId Id);
  /// Writes of synchronization cells that can follow the access.
  const std::vector<SyncUse> &after(AccessId Id);
  const LockArray &lock(ArrayId Id);
  /// Returns true for a release that stores the number of the first turn, for which no thread of
  /// this launch waits any more.
  bool leavesUntaken(const LockArray &L, AccessId Release) const;
  /// What is known about a use's result, for the thread or its block's first thread.
  std::optional<SyncGuard> guard(const SyncUse &Use, AccessId At);

  /// How mayOrder() is asked. `Across`: the two threads belong to different blocks.
  struct Asked {
    EventWalk::Group G;
    bool Across;
    LoopId Turns = NoId; ///< a loop around both; `Second` is in a later turn of it
    /// Arrays whose signals are already understood.
    llvm::DenseSet<ArrayId> Known = {};
    /// The fence that a signal and a wait need; nullopt: none.
    std::optional<AtomicScope> BeforeSignal = {}, AfterWait = {};
  };
  /// Returns true if the accesses may be ordered: every thread of the group reaches `Second` only
  /// after a wait of its own, or of a thread it has met since, and in the same sense a signal
  /// follows `First`, on an array that is waited on or that leads to one.
  bool mayOrder(AccessId First, AccessId Second, const Asked &How) const;
  /// The group that the thread may meet between the access and the operation after it; nullopt:
  /// none.
  std::optional<EventWalk::Group> meetsBefore(AccessId First, AccessId Op) const;

  /// Returns true for an operation that a thread may repeat until another thread (with `Across`, of
  /// another block) lets it go on.
  bool isWait(AccessId Id, bool Across) const;
  bool isIn(LoopId L, NodeId N) const { return Flow.contains(L, N); }
  /// Returns true if the kernel can execute `B` after `A` in the same iteration.
  bool canFollow(AccessId A, AccessId B) const;
  /// Returns true if every path after `A` passes `B`.
  /// With `Leader`: every path of the block's first thread.
  bool alwaysFollowedBy(AccessId A, AccessId B, bool Leader) const;
  /// Returns true if every path after `A` leads to a meeting of the warp, and every path of its
  /// first lane from there passes `B`.
  bool firstLaneFollows(AccessId A, AccessId B) const;
  /// Returns true if, within one turn of the loop, every path from the access passes `Op`, executed
  /// by the thread itself or, beyond a meeting, by the first thread of the group. `Forward`: after
  /// the access, else before it.
  bool passesInTurn(AccessId From, const SyncUse &Op, bool Forward, LoopId L) const;
  /// The innermost loop around an operation, ignoring wait loops; NoId: there is none, or the other
  /// access is outside of it.
  LoopId turnsAround(AccessId Op, AccessId Other) const;
  /// The condition for no longer waiting at this operation: 1 bit, over its last result. Null: it
  /// does not wait.
  Expr awaited(AccessId Op) const;
  /// Returns true if a thread decides the condition the same way each time.
  bool isFixed(Expr Cond) const;
  /// Returns true if no other thread can have executed `B` on behalf of a thread that has executed
  /// `A`: threads meet on no path between the two.
  bool isOwnAfter(AccessId A, AccessId B) const;
  /// Returns true if only the first thread of each block reaches the access.
  bool leaderOnly(AccessId Id);
  /// Returns true if only first lanes reach it, provided that no warp crosses the end of a row of
  /// the block.
  bool firstLaneOnly(AccessId Id);
  /// A launch-wide term that bounds the block's index along the dimension from above whenever the
  /// access happens; null: the kernel's code gives none.
  Expr blocksBelow(AccessId Id, unsigned Dim);
  /// Returns true if the thread's index alone decides whether it reaches the access.
  bool byThreadAlone(AccessId Id) const;
  /// Finds the fences between an access and an operation before or after it.
  void findFence(AccessId At, bool Forward, SyncUse &Use) const;

  /// The value at `To` of a term of `From`: loops that were left in between are at their last
  /// iteration.
  Expr close(Expr E, NodeId From, NodeId To) const;
  Expr forLeader(Expr E) const { return Walk.forLeader(E); }
  Expr forFirstLane(Expr E) const { return Walk.forLeader(E, EventWalk::Group::Warp); }
  /// Replaces values read from shared memory that the block's first thread put there.
  Expr forward(Expr E);
  /// Condition of reaching the access from the entry.
  Expr condition(AccessId Id) const;
  Expr at(AccessId Id, Expr E) const;

private:
  void findReads();
  const Access *broadcastOf(const Access &Read);
  LockArray findLock(ArrayId Id);
  LockArray findFreeLock(ArrayId Id);
  LockArray findTicketLock(ArrayId Id);
  LockArray findTurnLock(ArrayId Id);
  Expr turnOf(const Access &Take) const;
  Expr isFirstTurn(AccessId Take, Expr Turn) const;
  bool isPassedFirst(AccessId At, AccessId Take, const LockArray &L);
  LockArray findBitLocks(ArrayId Id);
  Expr taken(const LockArray &L, AccessId Take, AccessId At, Expr Result);
  bool isHeldAtReleases(const LockArray &L);
  bool isNext(const Access &Release, const LockArray &L);
  bool takes(const Access &A, const LockArray &L) const;
  bool givesBack(const Access &A, const LockArray &L, bool Counts) const;
  std::optional<SyncUse> heldBy(AccessId At, AccessId Take, const LockArray &L);
  bool isAsked(AccessId Id) const;
  bool isNeverOfBlock(AccessId Id, NodeId To, Expr Cond) const;
  template <typename Hit>
  bool everyWay(AccessId Id, bool Forward, EventWalk::Group G, Hit IsOp, LoopId Turns) const;
  std::optional<SyncUse> heldByWarp(AccessId At, AccessId Take, const LockArray &L);
  std::optional<Expr> firstLaneFailed(BarrierId B, const Access &Take, const LockArray &L);
  /// The paths from an access back to where its lock is taken.
  struct WayToTake {
    bool Around = false;      ///< some path does not take the lock
    bool Released = false;    ///< some path releases the lock
    bool Own = false;         ///< on some path, it meets no other thread after it took the lock
    BarrierId Crossed = NoId; ///< the barrier at which it meets others on all paths; NoId: `Own`
    std::vector<BarrierId> Meetings; ///< on each path, the last one before the access
  };
  WayToTake wayToTake(AccessId At, AccessId Take, const LockArray &L, EventWalk::Group G,
                      EventWalk::Skip Excluded = nullptr) const;
  bool releasedAfter(Position From, const LockArray &L, EventWalk::Group G) const;
  bool implies(const SyncUse &Use, AccessId At, llvm::function_ref<Expr(Expr Result)> Claim);
  std::optional<SyncGuard> atBarrier(BarrierId B, const Access &Op);
  std::optional<SyncGuard> atWarpBarrier(BarrierId B, const Access &Op);
  Position position(AccessId Id) const { return Paths.access(Id); }

  const Kernel &K;
  smt::Workspace &Solving;
  const FlowInfo &Flow;
  ExprContext &C;
  Impossible Never;
  FlowPaths Paths;
  EventWalk Walk;
  Phase Whole;                          ///< the kernel without barriers
  std::vector<const Reached *> PlaceOf; ///< by AccessId
  llvm::DenseSet<AccessId> Reads;
  llvm::DenseSet<ArrayId> Cells; ///< arrays of Reads
  std::map<AccessId, std::vector<SyncUse>> Held, Before, After;
  std::map<ArrayId, LockArray> Locks;
  std::map<BarrierId, std::pair<Phase, Expr>> AtBarrier; ///< for the block's first thread
  std::map<BarrierId, Phase> AtWarpBarrier;              ///< for the warp's first lane
  std::map<AccessId, bool> ByFirstLane;
  mutable std::map<AccessId, llvm::BitVector> NodesOfBlock;
  mutable llvm::DenseMap<std::pair<AccessId, Expr>, bool> NeverOfBlock;
  std::map<SymbolId, Expr> Forwarded; ///< null: not a broadcast
};

} // namespace cudafix::analysis
