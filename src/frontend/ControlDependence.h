// SPDX-License-Identifier: Apache-2.0
//
// Control dependence in a graph that leaves out edges of the IR: paths that abort the launch, and
// early returns.
#pragma once

#include "model/Dominators.h"
#include "llvm/ADT/BitVector.h"

namespace cudafix::frontend {

class ControlDependence {
public:
  /// `Exit` is a node without successors; nodes that cannot reach it are connected to it.
  ControlDependence(Graph Succs, unsigned Exit);

  /// Nodes whose decision says whether `N` is reached, sorted.
  llvm::ArrayRef<unsigned> parents(unsigned N) const { return Parents[N]; }
  unsigned postDominator(unsigned N) const { return IPDom[N]; }
  /// Everything that depends, over any number of steps, on one of the branches `Seeds`.
  llvm::BitVector dependents(const llvm::BitVector &Seeds) const;

private:
  void computeDependence();

  Graph Succs;
  unsigned Exit;
  std::vector<unsigned> IPDom;
  Graph Parents, Children;
};

} // namespace cudafix::frontend
