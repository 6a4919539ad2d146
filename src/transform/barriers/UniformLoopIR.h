// SPDX-License-Identifier: Apache-2.0
//
// Loops whose rounds every thread can count, also one that is not in the loop: then all
// threads go around together without asking each other, and no barrier is spent on it.
//
//   if (c) for (k = 0; k < m; ++k) { A; B; }     m the same for the whole block
#pragma once

#include "transform/barriers/Convergence.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace cudafix::transform {

/// A copy of what decides whether a loop goes on: its counters, over values that are
/// known before the region. Detached instructions, put in where they are needed.
class LoopClock {
public:
  LoopClock() = default;
  LoopClock(LoopClock &&) = default;
  LoopClock &operator=(LoopClock &&) = default;
  ~LoopClock();

  /// Sets the counters; where all threads enter the loop.
  void start(llvm::IRBuilderBase &B);
  /// Returns true if the loop goes on, after its header has run.
  llvm::Value *goesOn(llvm::IRBuilderBase &B);
  /// Advances the counters; at the end of a round.
  void step(llvm::IRBuilderBase &B);

private:
  friend class ClockMaker;
  struct Counter {
    llvm::AllocaInst *Slot;
    llvm::WeakTrackingVH First, Next; ///< Next: of this round's counters
  };
  void place(llvm::IRBuilderBase &B, std::vector<llvm::Instruction *> &Code);

  std::vector<Counter> Counters;
  std::vector<llvm::Instruction *> Test, Advance; ///< in order, not in a block yet
  llvm::WeakTrackingVH Continue;
  bool ContinueIf = true;
};

/// The clock of the loop with `Header` and `Blocks`, which lies in the region `R`. None
/// unless the header alone ends the loop, on a condition that is the same for all threads
/// and computed from constants, counters and values known before the region.
/// `MakeSlot`: a stack slot for a counter.
std::optional<LoopClock> makeClock(llvm::BasicBlock *Header,
                                   llvm::ArrayRef<llvm::BasicBlock *> Blocks, const Region &R,
                                   const BlockSet &Divergent,
                                   llvm::function_ref<llvm::AllocaInst *(llvm::Type *)> MakeSlot);

} // namespace cudafix::transform
