// SPDX-License-Identifier: Apache-2.0
//
// The order in which the blocks of one level (a region, or the body of a loop that all threads go
// around together) are executed when every thread passes every barrier of the level.
//
// A level is a sequence: segment 0, barriers 1, segment 1, barriers 2, ... Blocks of one segment
// keep their branches to each other; a branch into a later segment sets a flag that is tested
// there. Barriers on paths that exclude each other share a position in the sequence if equally many
// barriers come before them.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"

namespace cudafix::transform {

/// A strongly connected part of a level: one block, or a loop.
struct ScheduleNode {
  llvm::SmallVector<llvm::BasicBlock *, 2> Blocks; ///< in layout order
  bool Cyclic = false;
  bool Point = false;   ///< one block that starts with a barrier
  bool Open = false;    ///< a loop with a barrier inside: all threads go around it together
  unsigned Segment = 0; ///< open loops stand before this segment
  llvm::SmallVector<unsigned, 2> Preds, Succs; ///< indices of nodes
};

struct Schedule {
  llvm::SmallVector<ScheduleNode, 0> Nodes; ///< in topological order
  unsigned Segments = 1;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> NodeOf;
};

/// Orders a level. `Header`: branches to it leave the level (null: none do).
/// `StartsWithBarrier`: blocks before which all threads have to meet.
Schedule scheduleLevel(llvm::ArrayRef<llvm::BasicBlock *> Blocks, const llvm::BasicBlock *Header,
                       llvm::function_ref<bool(const llvm::BasicBlock *)> StartsWithBarrier);

} // namespace cudafix::transform
