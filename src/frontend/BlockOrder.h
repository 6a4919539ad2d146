// SPDX-License-Identifier: Apache-2.0
//
// The blocks of a function in an order in which every block comes after its predecessors (ignoring
// back edges) and the blocks of a loop are contiguous.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include <vector>

namespace cudafix::frontend {

class BlockOrder {
public:
  BlockOrder(llvm::Function &F, const llvm::LoopInfo &LI);
  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return Blocks; }
  /// Position of a reachable block.
  unsigned position(const llvm::BasicBlock *B) const { return Position.lookup(B); }
  bool reaches(const llvm::BasicBlock *B) const { return Position.contains(B); }

private:
  void order(llvm::BasicBlock *Entry, const llvm::Loop *L);
  std::vector<llvm::BasicBlock *> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Position;
  const llvm::LoopInfo &LI;
};

} // namespace cudafix::frontend
