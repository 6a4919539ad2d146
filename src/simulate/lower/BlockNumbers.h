// SPDX-License-Identifier: Apache-2.0
//
// Numbers the loops and the blocks of a kernel and its callees, for runs that count or measure
// coverage.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Module;
} // namespace llvm

namespace cudafix::simulate {

class BlockNumbers {
public:
  static constexpr llvm::StringLiteral CoverageName = "sim.covered";

  void numberLoops(llvm::Function &F);
  /// Numbers the blocks; an edge from a branch to a join gets a separate block.
  void numberBlocks(llvm::Function &F);
  /// Makes each block set its byte of `CoverageName`.
  void addCoverage(llvm::Module &M) const;

  /// The innermost loop around the block; 0: none, or loops are not numbered.
  uint32_t loopOf(const llvm::BasicBlock *BB) const { return LoopOf.lookup(BB); }
  /// The number of the block; 0: blocks are not numbered.
  uint32_t of(const llvm::BasicBlock *BB) const { return BlockOf.lookup(BB); }
  bool isHeader(const llvm::BasicBlock *BB) const { return Headers.contains(BB); }
  /// For each loop number, the number of the enclosing loop.
  const std::vector<uint32_t> &loopsAround() const { return Around; }
  /// The largest block number plus one: the size of `CoverageName`.
  uint32_t blocks() const { return Blocks; }

private:
  std::vector<uint32_t> Around{0};
  uint32_t Blocks = 1;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> LoopOf, BlockOf;
  llvm::DenseSet<const llvm::BasicBlock *> Headers;
};

} // namespace cudafix::simulate
