// SPDX-License-Identifier: Apache-2.0
//
// The control flow of a kernel in the model: its blocks in order, without paths that abort the
// launch, and their control dependences.
#pragma once

#include "frontend/BlockOrder.h"
#include "frontend/ControlDependence.h"
#include "frontend/values/Uniformity.h"

namespace cudafix::frontend {

class FlowGraph {
public:
  FlowGraph(llvm::Function &F, const llvm::LoopInfo &LI, const KernelUniformity &U);

  const BlockOrder &order() const { return Order; }
  /// Returns true if the path aborts the launch (failed assert, trap) or cannot be taken.
  bool isDead(const llvm::BasicBlock *B) const { return Dead.lookup(B); }
  /// Returns true if every path runs into undefined behaviour, so that no code remains.
  bool isUndefined() const { return Undefined; }
  /// Returns true if the thread ends in this block: return, exit.
  bool leaves(const llvm::BasicBlock *B) const { return Leaves.lookup(B); }
  /// Control dependence over positions of blocks; position blocks().size() is the exit.
  const ControlDependence &dependence() const { return Dependence; }
  /// Returns true if no divergent branch or trip count decides whether the block is reached.
  bool isConvergent(const llvm::BasicBlock *B) const;
  /// The largest group of threads that agree on the trip count of a loop that they enter.
  Uniformity trip(const llvm::Loop &L) const;

private:
  static Graph graph(FlowGraph &G, llvm::Function &F);
  void findDead();

  BlockOrder Order;
  const KernelUniformity &U;
  llvm::DenseMap<const llvm::BasicBlock *, bool> Dead, Leaves;
  bool Undefined = false;
  ControlDependence Dependence;
  llvm::BitVector Divergent; ///< blocks under a divergent branch
};

} // namespace cudafix::frontend
