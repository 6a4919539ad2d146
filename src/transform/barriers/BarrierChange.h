// SPDX-License-Identifier: Apache-2.0
//
// The changes of a repair to the barriers of a kernel, by model ids: handed from the plan to the
// two writers, source (SourceWriter.h) and IR (IRWriter.h).
#pragma once

#include "model/Kernel.h"
#include <map>

namespace cudafix::transform {

/// The mask of a warp barrier that every lane meets.
constexpr uint32_t AllLanes = ~0u;

/// A statement `x op= e` or `x = x op e`, split in two: value into a register, barrier, store. The
/// model has no slot inside a statement, so the split is identified by the accesses.
struct StatementSplit {
  AccessId Read = NoId;
  AccessId Write = NoId;
  bool Warp = true;   ///< __syncwarp() between the halves, else __syncthreads()
  bool After = false; ///< the same barrier after the store as well
  uint32_t Mask = AllLanes;
  bool operator==(const StatementSplit &O) const = default;
};

/// A statement `x[i] op= x[i + k]` that only threads with i < k are to execute.
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
  std::vector<BarrierId> WeakenToWarp; ///< these become __syncwarp()
  std::vector<StatementSplit> SplitStatements;
  std::vector<Narrowing> Narrowed; ///< has a source form only
  /// Nodes whose branch encloses a warp barrier but need not be split: threads of the block may
  /// decide it differently, but lanes of one warp do not.
  std::vector<NodeId> WholeWarps;
  /// The lanes that reach a slot, for warp barriers of some lanes only.
  std::map<SlotId, uint32_t> Masks;
  std::vector<SlotId> Fence; ///< __threadfence() here, for each thread that passes
  /// __threadfence() at the end of the function with the access, whose last statement is the loop
  /// around the access.
  std::vector<AccessId> FenceAtEnd;
  bool operator==(const BarrierChange &O) const = default;
  bool empty() const {
    return Block.empty() && Warp.empty() && Remove.empty() && WeakenToWarp.empty() &&
           SplitStatements.empty() && Narrowed.empty() && Fence.empty() && FenceAtEnd.empty();
  }
};

} // namespace cudafix::transform
