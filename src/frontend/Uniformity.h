// SPDX-License-Identifier: Apache-2.0
//
// Which values and branches are the same for all threads of a block or of the launch:
// LLVM's uniformity analysis with a SIMT model of our own.
#pragma once

#include "frontend/Stability.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

class KernelUniformity {
public:
  KernelUniformity(llvm::Function &F, llvm::DominatorTree &DT, Stability &Loads,
                   MemoryObjects &Objects);
  ~KernelUniformity();

  /// The largest group of threads that agree on `V` where it is defined, in one iteration
  /// of its loops.
  Uniformity of(const llvm::Value *V) const;
  /// Threads of one block may leave the block's terminator differently.
  bool isDivergentBranch(const llvm::BasicBlock &B) const { return branch(B) > Uniformity::Block; }
  Uniformity branch(const llvm::BasicBlock &B) const;

private:
  struct Level;
  llvm::CycleInfo Cycles;
  std::unique_ptr<Level> Block, Launch;
};

} // namespace cudafix::frontend
