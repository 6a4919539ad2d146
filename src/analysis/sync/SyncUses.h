// SPDX-License-Identifier: Apache-2.0
//
// Locks, flags, tickets and fences around the accesses of a kernel, thread by thread. What
// they order between two threads is SyncOrder's question.
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

/// An atomic, volatile or waiting operation that every path to an access passes (or that
/// can follow it), by the thread itself or by the first thread of its block.
struct SyncUse {
  AccessId Op = NoId;
  BarrierId Crossed = NoId; ///< the block barrier between the two; NoId: none on some path
  bool Leader = false;      ///< the block's first thread does it, for all
  bool OfWarp = false;      ///< the first lane of each warp does it, for its warp
  /// The narrowest over all paths between the two of the widest fence on the path.
  std::optional<AtomicScope> Fence;
  FenceId Narrow = NoId; ///< the fence that decides Fence
};

/// A condition of one thread, and what an operation gave it there.
struct SyncGuard {
  Expr Cond, Result;
  bool Leader = false; ///< of the first thread of the block
};

/// A cell that is taken by compare-and-swap or exchange when it holds `Free` (or by waiting
/// for one's ticket or turn), and given back only by who took it.
struct LockArray {
  bool Sound = false; ///< every write of the kernel is a taking or a giving back
  Expr Free;
  Expr Held; ///< the only other value that the kernel writes; null: there are several
  /// One bit of the cell for each lock, taken by atomicOr and given back by atomicAnd.
  bool Bits = false;
  /// A ticket lock: taken when the cell holds what this addition gave the thread.
  AccessId Ticket = NoId;
  /// A turn: taken when the cell holds this number, of which every thread that takes it must have
  /// another one.
  Expr Turn;
  std::vector<AccessId> Takes, Releases;
};

/// Returns true if `Y` accesses what lies behind the counter that `X` adds to in the same array, as
/// long as the tickets that `X` draws, from which the place may be computed, are not negative
/// (`list[0]` counts the rows `list + 1 + ticket * n`).
bool isBehindCounter(const ExprContext &C, const Access &Y, const Access &X);

/// Returns true for an atomic that leaves the cell as it is: atomicAdd(p, 0).
bool changesNothing(const Access &A);

class SyncUses {
public:
  /// Answers whether conditions cannot hold together.
  using Impossible = std::function<bool(llvm::ArrayRef<Expr>)>;
  /// `OneWarp`: no block has more than one warp.
  SyncUses(const Kernel &K, smt::Workspace &Solving, const FlowInfo &Flow, bool OneWarp,
           Impossible Never);

  /// Returns true if nothing in the kernel but barriers could order threads.
  bool none() const { return Reads.empty(); }
  bool isRead(AccessId Id) const { return Reads.contains(Id); }
  /// Writes (atomics that change nothing aside) of arrays that some isRead() reads.
  bool isWrite(AccessId Id) const;

  /// Locks held at an access: the operation that took each.
  const std::vector<SyncUse> &held(AccessId Id);
  /// Reads of synchronization cells on every path to the access that its condition
  /// stands on.
  const std::vector<SyncUse> &before(AccessId Id);
  /// Writes of synchronization cells that can follow the access.
  const std::vector<SyncUse> &after(AccessId Id);
  const LockArray &lock(ArrayId Id);
  /// Returns true for a release that gives the turn to nobody of this launch, but leaves the cell
  /// as it was: whose turn is first comes once.
  bool leavesUntaken(const LockArray &L, AccessId Release) const;
  /// What the thread (or its block's first thread) knows of a use's result.
  std::optional<SyncGuard> guard(const SyncUse &Use, AccessId At);

  /// Every thread of the group comes to `Second` only after a wait of its own or of a thread
  /// it has met since, and `First` is followed by a signal in the same sense, to an array that
  /// is waited for, or that leads to one: perhaps that orders them. `Across`: of two blocks.
  struct Asked {
    EventWalk::Group G;
    bool Across;
    LoopId Turns = NoId; ///< a loop around both, in a later turn of which `Second` is
    /// Arrays of which it is known what signals to them order.
    llvm::DenseSet<ArrayId> Known = {};
    /// The fence that a signal and a wait need; nullopt: none.
    std::optional<AtomicScope> BeforeSignal = {}, AfterWait = {};
  };
  bool mayOrder(AccessId First, AccessId Second, const Asked &How) const;
  /// Whom the thread may meet between the access and the operation behind it; nullopt: nobody.
  std::optional<EventWalk::Group> meetsBefore(AccessId First, AccessId Op) const;

  /// Returns true for an operation that a thread may repeat until another one lets it go on.
  /// `Across`: one of another block.
  bool isWait(AccessId Id, bool Across) const;
  bool isIn(LoopId L, NodeId N) const { return Flow.contains(L, N); }
  /// Returns true if the kernel can execute `B` after `A`, other than in a later iteration.
  bool canFollow(AccessId A, AccessId B) const;
  /// Returns true if every path after `A` passes `B`.
  /// With `Leader`: every path of the block's first thread.
  bool alwaysFollowedBy(AccessId A, AccessId B, bool Leader) const;
  /// Returns true if every path after `A` leads to where the warp meets, and from there on every
  /// path of its first lane passes `B`.
  bool firstLaneFollows(AccessId A, AccessId B) const;
  /// Returns true if in one turn of the loop every path from the access passes `Op`, by the thread
  /// or behind a meeting by the first one of the group. `Forward`: after the access, else before
  /// it.
  bool passesInTurn(AccessId From, const SyncUse &Op, bool Forward, LoopId L) const;
  /// The innermost loop around an operation, but for those that wait; NoId: there is none, or the
  /// other access stands outside of it.
  LoopId turnsAround(AccessId Op, AccessId Other) const;
  /// What holds for a thread that no longer waits with this operation: 1 bit, over its last result.
  /// Null: it does not wait.
  Expr awaited(AccessId Op) const;
  /// A thread decides it the same way whenever it comes by.
  bool isFixed(Expr Cond) const;
  /// Returns true if nobody can have done `B` for another thread that has done `A`: on no way
  /// between the two threads meet.
  bool isOwnAfter(AccessId A, AccessId B) const;
  /// Returns true if only the first thread of each block gets to the access.
  bool leaderOnly(AccessId Id);
  /// Returns true if only first lanes do, where no warp reaches over the end of a row of the block.
  bool firstLaneOnly(AccessId Id);
  /// A launch-wide term that the block's number along the dimension is below wherever the access
  /// is; null: the kernel's code does not say.
  Expr blocksBelow(AccessId Id, unsigned Dim);
  /// Returns true if the thread's index alone decides whether it reaches the access.
  bool byThreadAlone(AccessId Id) const;
  /// Finds the fences between an access and an operation before or after it.
  void findFence(AccessId At, bool Forward, SyncUse &Use) const;

  /// Terms of `From` as they stand at `To`: loops left in between are at their last iteration.
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
  std::optional<Expr> firstLaneTook(BarrierId B, const Access &Take, const LockArray &L);
  /// What stands on the ways from an access back to where its lock is taken.
  struct WayToTake {
    bool Around = false;      ///< a way does not take the lock
    bool Released = false;    ///< on a way the lock is given back
    bool Own = false;         ///< on a way the thread meets no other one after it took the lock
    BarrierId Crossed = NoId; ///< where it meets others on all ways; NoId: `Own`
    std::vector<BarrierId> Meetings; ///< the last before the access, on each way
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
