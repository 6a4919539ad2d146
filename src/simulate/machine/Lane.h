// SPDX-License-Identifier: Apache-2.0
//
// One simulated thread. Generated code reads some of its members; the rest is used by the machine.
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
  AtBarrier, ///< at a barrier of the block, whose number is Operand 0
  AtGrid,
  AtWarp,    ///< in an exchange between the lanes of Mask
  AtMask,    ///< in __activemask: waits until the other lanes of the warp have stopped
  AtArrival, ///< waits for the phase of a counting barrier, whose address is Value
  LogFull,   ///< counters: waits for the other lanes of the warp to catch up
  Held,      ///< held back by the schedule before an access
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

/// The registers in which a lane holds its part of the matrices of d = a * b + c; see
/// frontend/ptx/Forms.h.
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
  uint64_t Group; ///< number of groups that its thread had committed before
  uint64_t Number;
};

/// An arrival at an mbarrier that happens when a thread's copies end.
struct LateArrival {
  uint32_t Thread;
  uint64_t Copies; ///< the copies issued before it, as counted by Lane::CopiesIssued
};

/// A copy that the async proxy makes for a thread, or an asynchronous store.
struct BulkCopy {
  char *To;              ///< null: only a tensor map says where
  const char *From;      ///< null: it stores a value, or only a tensor map says where
  uint64_t Size;         ///< bytes; 0: it failed
  uint64_t UnderWay;     ///< mark of its accesses while it is pending
  uint64_t Delivers = 0; ///< bytes that it delivers to the phase of an mbarrier
  uint64_t Group = 0;    ///< number of bulk groups that its thread had committed before
  uint32_t Reduces = 0;  ///< the reduction, see Forms.h; 0: none
  uint32_t Site = 0;
  bool Read = false; ///< it has read its source
  bool Stores = false;
  bool OfTensor = false; ///< only a tensor map says how much it copies, and how
  std::array<uint64_t, 2> Value = {};
};

/// The layout is optimized for switching threads: everything that a barrier needs of a thread is in
/// one cache line.
struct alignas(64) Lane {
  Machine *M;
  Block *B;
  boost::context::detail::fcontext_t Context;
  uint64_t Value, Result; ///< of the exchange for which it waits
  uint32_t Id;            ///< block * 1024 + position in the block
  uint32_t Site;          ///< where it waits
  uint32_t Count;         ///< count of a barrier
  uint32_t FenceEpoch;    ///< of its last fence
  bool FenceIsNarrow;     ///< its last fence only has block scope
  LaneState State;
  BarrierOp Barrier;
  WarpOp Op;
  uint32_t Number; ///< number of a barrier

  // What is ordered before its next access.
  Knowledge *Known;
  std::vector<Reference> Pending; ///< read, but not yet followed by a fence
  uint32_t Linear;                ///< position in the block
  uint32_t LaneId;                ///< position in the warp
  uint32_t Mask;
  uint32_t Turns;      ///< number of loop iterations, if counted
  uint32_t LastMissed; ///< the last entry in `Missed`
  uint64_t Extra;

  // Read by generated code.
  uint32_t Thread[3], BlockIndex[3], BlockDim[3], GridDim[3];
  char *Shared;  ///< this block's __shared__ variables
  char *Globals; ///< the module's variables
  char *Dynamic; ///< this block's extern __shared__ array

  /// Special registers about the cluster: its index in the grid, and the block's place in it.
  struct ClusterPlace {
    uint32_t Number[3] = {0, 0, 0}, Numbers[3] = {1, 1, 1}, Place[3] = {0, 0, 0},
             Places[3] = {1, 1, 1}, Rank = 0, Ranks = 1;
  } InCluster;

  /// What the thread did at the barrier of its cluster; phases are numbered from 1.
  struct AtCluster {
    /// Relaxed: the arrival releases nothing. InParts: the program waits in a separate call, and
    /// threads may leave before that (PTX ISA, "barrier.cluster").
    enum Arrival : uint32_t { Relaxed = 1, InParts = 2 };
    uint64_t Arrived = 0, Waited = 0; ///< the last phase in which it did so
    uint32_t Site = 0;                ///< where it arrived last
    bool Parts = false;               ///< that arrival was InParts
    uint32_t FirstWait = 0;           ///< epoch of its first wait
    uint32_t InitFence = 0;           ///< epoch of its last fence.mbarrier_init
    /// The epoch up to which its accesses are released, and for which phase; the same for its
    /// fenced initialisations.
    std::pair<uint32_t, uint64_t> Released = {0, 0}, InitsLeft = {0, 0};
  } Met;

  char *Stack;
  std::vector<uint32_t> Missed; ///< conditional barriers that it has passed by
  std::vector<LogEntry> Log;
  std::vector<AsyncCopy> Copies; ///< pending
  uint64_t CopyGroups;           ///< number of committed groups
  uint64_t CopiesIssued;
  uint64_t LateArrivals;             ///< number of arrivals still to come
  std::vector<BulkCopy> BulkCopies;  ///< copies from shared memory, pending
  uint64_t BulkGroups;               ///< number of committed bulk groups
  uint32_t LoggedTurns;              ///< number of iterations of outermost loops
  uintptr_t Tested;                  ///< the mbarrier whose phase it has tested in vain
  uint64_t TestedPhase;              ///< the number of that phase
  uint32_t Unended;                  ///< site of the last wait, if that ended before the phase
  bool Tests;                        ///< AtArrival: may continue before the phase ends
  std::array<uint32_t, 32> WarpSeen; ///< by lane: the last of its epochs ordered before this thread
};

} // namespace cudafix::simulate
