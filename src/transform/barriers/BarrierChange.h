// SPDX-License-Identifier: Apache-2.0
//
// What a repair does to the barriers of a kernel, by model id: the hand-over from the
// plan to the two writers, source (SourceWriter.h) and IR.
#pragma once

#include "model/Kernel.h"
#include <map>

namespace cudafix::transform {

/// The mask of a warp barrier that every lane meets.
constexpr uint32_t AllLanes = ~0u;

/// A statement `x op= e` or `x = x op e` cut in two: value into a register, barrier,
/// store. No slot lies inside a statement, so the plan names its accesses.
struct StatementSplit {
  AccessId Read = NoId;
  AccessId Write = NoId;
  bool Warp = true;   ///< __syncwarp() between the halves, else __syncthreads()
  bool After = false; ///< the same barrier after the store, too
  uint32_t Mask = AllLanes;
  bool operator==(const StatementSplit &O) const = default;
};

/// A statement `x[i] op= x[i + k]` for the threads with i < k only.
struct Narrowing {
  AccessId Write = NoId;
  std::string Index, Distance; ///< i and k as the source writes them
  uint64_t Below = 0;          ///< k
  bool operator==(const Narrowing &O) const = default;
};

/// Which barriers a repair turns on and off.
struct BarrierChange {
  std::vector<SlotId> Block; ///< __syncthreads() here
  std::vector<SlotId> Warp;  ///< __syncwarp() here
  std::vector<BarrierId> Remove;
  std::vector<BarrierId> WeakenToWarp; ///< becomes __syncwarp()
  std::vector<StatementSplit> SplitStatements;
  std::vector<Narrowing> Narrowed; ///< has a source form only
  /// Nodes whose branch stands around a warp barrier, and threads of the block, but not
  /// lanes of one warp, decide it differently: it need not be split.
  std::vector<NodeId> WholeWarps;
  /// By slot: the lanes that come there, where a warp barrier is for some only.
  std::map<SlotId, uint32_t> Masks;
  std::vector<SlotId> Fence; ///< __threadfence() here, by each thread that passes
  /// __threadfence() at the end of the function that makes the access, which ends with the loop
  /// around it.
  std::vector<AccessId> FenceAtEnd;
  bool operator==(const BarrierChange &O) const = default;
  bool empty() const {
    return Block.empty() && Warp.empty() && Remove.empty() && WeakenToWarp.empty() &&
           SplitStatements.empty() && Narrowed.empty() && Fence.empty() && FenceAtEnd.empty();
  }
};

} // namespace cudafix::transform
