// SPDX-License-Identifier: Apache-2.0
//
// Branches of which the compiler only knows that they depend on the thread: asks the solver, with
// what the launch says, whether the threads of a block nevertheless all go the same way.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "analysis/question/Race.h"
#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace cudafix::analysis {

/// Returns true if two threads in the relation `Where` may take different edges at the end of a
/// node. At a convergent node they are in the same iterations.
bool threadsPart(const Kernel &K, const Launch &L, Scope Where, NodeId N, const RaceOptions &Opts);

/// Clears Edge::Divergent where no two threads of a block decide differently under any of
/// the launches, and sets Slot::Convergent accordingly. `Which`: only at the end of these nodes.
void refineDivergence(
    Kernel &K, llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts,
    llvm::function_ref<bool(NodeId)> Which = [](NodeId) { return true; });

/// The dimensions along which some branch or access depends on the thread or the size of its block;
/// x is always included.
std::array<bool, 3> dimensionsUsed(const Kernel &K);

/// Nodes that the threads of a block, or the lanes of a warp, pass equally often and in the same
/// order under a launch.
class ConvergentNodes {
public:
  ConvergentNodes(const Kernel &K, const Launch &L, const RaceOptions &Opts,
                  Scope Where = Scope::SameBlock);
  /// Returns true if Node::Convergent is set, or if the threads take all branches together on which
  /// N depends.
  bool contains(NodeId N);
  /// Returns true if they also take the same edge at its end.
  bool decideAlike(NodeId N);

private:
  bool part(NodeId Branch);

  Kernel K;
  const Launch &L;
  const RaceOptions &Opts;
  Scope Where;
  FlowPaths Paths;
  llvm::BitVector Convergent; ///< the nodes with Node::Convergent
  llvm::DenseMap<NodeId, bool> Parts;
};

} // namespace cudafix::analysis
