// SPDX-License-Identifier: Apache-2.0
//
// Loops whose rounds every thread can count, even a thread that is not in the loop: all threads
// then go around together without a vote, and no barrier is spent on it.
//
//   if (c) for (k = 0; k < m; ++k) { A; B; }     m the same for the whole block
#pragma once

#include "transform/barriers/Convergence.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace cudafix::transform {

/// A copy of the code that decides whether a loop continues: its counters, over values known before
/// the region. The instructions are in no block until they are needed.
class LoopClock {
public:
  LoopClock() = default;
  LoopClock(LoopClock &&) = default;
  LoopClock &operator=(LoopClock &&) = default;
  ~LoopClock();

  /// Sets the counters; must be put where all threads enter the loop.
  void start(llvm::IRBuilderBase &B);
  /// Makes the value that tells whether the loop continues, after its header has run.
  llvm::Value *goesOn(llvm::IRBuilderBase &B);
  /// Advances the counters; must be put at the end of a round.
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

/// The clock of the loop with `Header` and `Blocks` in the region `R`. Nullopt unless only the
/// header ends the loop, on a condition that is the same for all threads and computed from
/// constants, counters and values known before the region. `MakeSlot` makes a stack slot for a
/// counter.
std::optional<LoopClock> makeClock(llvm::BasicBlock *Header,
                                   llvm::ArrayRef<llvm::BasicBlock *> Blocks, const Region &R,
                                   const BlockSet &Divergent,
                                   llvm::function_ref<llvm::AllocaInst *(llvm::Type *)> MakeSlot);

} // namespace cudafix::transform
