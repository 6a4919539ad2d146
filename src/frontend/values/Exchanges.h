// SPDX-License-Identifier: Apache-2.0
//
// Reads whose values the lanes of a warp exchange before one of the lanes writes a result. A
// shuffle does not order memory, but it waits for its operand, so such a read has completed.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

class Exchanges {
public:
  Exchanges(llvm::Function &F, const llvm::DominatorTree &DT, const llvm::LoopInfo &LI);

  /// Returns true if the stored value comes from a shuffle of the whole warp that all lanes execute
  /// first, and the operand of that shuffle, or of one before it, comes from the read value. False
  /// if both are repeated in one loop.
  bool between(const llvm::Instruction &Read, const llvm::StoreInst &Write) const;

private:
  bool comesFirst(const llvm::CallBase &Shuffle, const llvm::Instruction &Read,
                  const llvm::StoreInst &Write) const;

  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  llvm::PostDominatorTree PDT;
  llvm::SmallVector<const llvm::CallBase *, 8> Shuffles; ///< of the whole warp
};

} // namespace cudafix::frontend
