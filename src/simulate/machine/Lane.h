// SPDX-License-Identifier: Apache-2.0
//
// One simulated thread. Generated code reads some of its members; the rest is the machine's.
#pragma once

#include "simulate/machine/Clocks.h"
#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <utility>

namespace cudafix::simulate {

struct Block;
class Machine;

enum class LaneState : uint8_t {
  Ready,
  AtBarrier, ///< of the block, Operand 0 is its number
  AtGrid,
  AtWarp,    ///< an exchange between the lanes of Mask
  AtMask,    ///< __activemask: waits until the other lanes of the warp stand somewhere
  AtArrival, ///< waits for the phase of a counting barrier to end, whose address Value is
  LogFull,   ///< counters: lets the other lanes of the warp catch up
  Held,      ///< by the schedule, before an access
  Done,
};

/// What lanes of a warp exchange.
enum class WarpOp : uint8_t {
  Sync,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  All,
  Any,
  Uniform,
  Ballot,
  MatchAny,
  MatchAll,
  Add,
  Min,
  Max,
  UMin,
  UMax,
  And,
  Or,
  Xor,
  Multiply, ///< of matrices; Value is the address of the lane's MatrixOperands
};

/// What a lane holds of the matrices of d = a * b + c, in registers; see frontend/ptx/Forms.h.
struct MatrixOperands {
  uint32_t A[8], B[8], C[8], D[8];
};

enum class BarrierOp : uint8_t { Sync, And, Or, Count, Arrive };

/// An entry of a lane's log: a site and what happened there.
struct LogEntry {
  uint64_t Value; ///< address, or direction of a branch
  uint32_t Site;
};

/// An asynchronous copy that its thread has not waited for yet.
struct AsyncCopy {
  char *To;
  const char *From;
  uint64_t Size;  ///< bytes
  uint64_t Group; ///< the groups its thread had committed before
  uint64_t Number;
};

/// An arrival at an mbarrier that the end of a thread's copies brings about.
struct LateArrival {
  uint32_t Thread;
  uint64_t Copies; ///< those that it had issued before, as Lane::CopiesIssued counts
};

/// A copy that the async proxy makes for a thread, or an asynchronous store.
struct BulkCopy {
  char *To;              ///< none: only a tensor map says where
  const char *From;      ///< none if it stores a value, or only a tensor map says where
  uint64_t Size;         ///< bytes; 0: it failed
  uint64_t UnderWay;     ///< mark of its accesses until they have ended
  uint64_t Delivers = 0; ///< bytes for the phase of an mbarrier
  uint64_t Group = 0;    ///< bulk groups that its thread had committed before
  uint32_t Reduces = 0;  ///< how, see Forms.h; 0: not
  uint32_t Site = 0;
  bool Read = false; ///< has read its source
  bool Stores = false;
  bool OfTensor = false; ///< only a tensor map says how much it copies, and how
  std::array<uint64_t, 2> Value = {};
};

/// Laid out for the switch from one thread to the next: what every barrier needs of a thread
/// stands in one line of the cache.
struct alignas(64) Lane {
  Machine *M;
  Block *B;
  boost::context::detail::fcontext_t Context;
  uint64_t Value, Result; ///< of the exchange it waits in
  uint32_t Id;            ///< block * 1024 + position in the block
  uint32_t Site;          ///< where it waits
  uint32_t Count;         ///< of a barrier
  uint32_t FenceEpoch;    ///< of its last fence
  bool FenceIsNarrow;     ///< which covers the block only
  LaneState State;
  BarrierOp Barrier;
  WarpOp Op;
  uint32_t Number; ///< of a barrier

  // What is ordered before its next access.
  Knowledge *Known;
  std::vector<Reference> Pending; ///< read, not yet fenced
  uint32_t Linear;                ///< position in the block
  uint32_t LaneId;                ///< position in the warp
  uint32_t Mask;
  uint32_t Turns;      ///< of loops, where these are counted
  uint32_t LastMissed; ///< entered in `Missed` last
  uint64_t Extra;

  // Read by generated code.
  uint32_t Thread[3], BlockIndex[3], BlockDim[3], GridDim[3];
  char *Shared;  ///< this block's __shared__ variables
  char *Globals; ///< the module's variables
  char *Dynamic; ///< this block's extern __shared__ array

  /// What special registers say of the cluster, of its number in the grid and the block's place.
  struct ClusterPlace {
    uint32_t Number[3] = {0, 0, 0}, Numbers[3] = {1, 1, 1}, Place[3] = {0, 0, 0},
             Places[3] = {1, 1, 1}, Rank = 0, Ranks = 1;
  } InCluster;

  /// What the thread did at the barrier of its cluster, by phases from 1 on.
  struct AtCluster {
    /// The arrival releases nothing; the program waits in a call of its own, and threads may leave
    /// before (PTX ISA, "barrier.cluster").
    enum Arrival : uint32_t { Relaxed = 1, InParts = 2 };
    uint64_t Arrived = 0, Waited = 0; ///< at which it did so last
    uint32_t Site = 0;                ///< where it arrived last
    bool Parts = false;               ///< that arrival was InParts
    uint32_t FirstWait = 0;           ///< epoch
    uint32_t InitFence = 0;           ///< epoch of its last fence.mbarrier_init
    /// Up to which epoch it has released what it did, and for which phase; the same for what it had
    /// fenced so.
    std::pair<uint32_t, uint64_t> Released = {0, 0}, InitsLeft = {0, 0};
  } Met;

  char *Stack;
  std::vector<uint32_t> Missed; ///< conditional barriers whose other side it took
  std::vector<LogEntry> Log;
  std::vector<AsyncCopy> Copies; ///< under way
  uint64_t CopyGroups;           ///< committed
  uint64_t CopiesIssued;
  uint64_t LateArrivals;             ///< that have not come
  std::vector<BulkCopy> BulkCopies;  ///< from shared memory, under way
  uint64_t BulkGroups;               ///< committed
  uint32_t LoggedTurns;              ///< of loops that no other loop is around
  uintptr_t Tested;                  ///< the mbarrier whose phase it has tested in vain, and
  uint64_t TestedPhase;              ///< which phase that was
  uint32_t Unended;                  ///< its last wait, if it was over before a phase had ended
  bool Tests;                        ///< AtArrival: may go on without the end of the phase
  std::array<uint32_t, 32> WarpSeen; ///< by lane: up to which epoch its accesses are ordered
};

} // namespace cudafix::simulate
