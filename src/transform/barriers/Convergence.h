// SPDX-License-Identifier: Apache-2.0
//
// Finds the blocks of a function that all threads pass equally often, and for any other block the
// region between two such blocks that must be flattened to put a barrier there.
#pragma once

#include "transform/barriers/BarrierCall.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

/// Blocks of a function whose terminator threads of one block (warp) may decide differently; called
/// again after each change of the function.
using DivergentBranches = llvm::function_ref<BlockSet(llvm::Function &, BarrierScope)>;

/// The blocks strictly between `Entry` and `End`: both are convergent, Entry dominates
/// every block of the region and End post-dominates it.
struct Region {
  llvm::BasicBlock *Entry = nullptr;
  llvm::BasicBlock *End = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 16> Blocks; ///< in layout order
};

/// Convergence of a function with one exit; a snapshot, not updated.
class Convergence {
public:
  /// `Divergent`: blocks whose terminators are divergent.
  Convergence(llvm::Function &F, const BlockSet &Divergent);

  /// Returns true if the block does not depend, directly or through others, on a divergent branch.
  bool isConvergent(const llvm::BasicBlock *B) const { return !NonConvergent.contains(B); }

  /// The smallest region around a block that is not convergent. Fails if the threads do not meet
  /// again on every path.
  llvm::Expected<Region> regionAround(llvm::BasicBlock *B) const;

private:
  llvm::BasicBlock *convergentDominator(llvm::BasicBlock *B) const;
  llvm::BasicBlock *convergentPostDominator(llvm::BasicBlock *B) const;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> between(llvm::BasicBlock *Entry,
                                                    llvm::BasicBlock *End) const;

  llvm::Function &F;
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  BlockSet NonConvergent;
};

} // namespace cudafix::transform
