// SPDX-License-Identifier: Apache-2.0
//
// Reads whose value the lanes of a warp exchange before one of them writes what came out of it. A
// shuffle orders no memory, but it waits for its operand, so that such a read has ended.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

class Exchanges {
public:
  Exchanges(llvm::Function &F, const llvm::DominatorTree &DT, const llvm::LoopInfo &LI);

  /// Returns true if the stored value comes from a shuffle of the whole warp, which all lanes reach
  /// first, and the shuffle's operand, or that of one before it, from the read value; false if both
  /// are repeated in one loop.
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
