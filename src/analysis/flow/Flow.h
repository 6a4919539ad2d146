// SPDX-License-Identifier: Apache-2.0
//
// Structure of a kernel's control flow that the questions share: order, dominators, and
// the condition under which an iteration of a loop goes on to the next one.
#pragma once

#include "model/Kernel.h"

namespace cudafix::analysis {

class FlowInfo {
public:
  explicit FlowInfo(const Kernel &K);

  /// The reachable nodes, each after its predecessors (ignoring back edges).
  const std::vector<NodeId> &order() const { return Order; }
  /// Position of a node in `order()`; NoId when unreachable.
  unsigned position(NodeId N) const { return Position[N]; }
  bool dominates(NodeId A, NodeId B) const;
  /// Branches that meet again: the nodes strictly between the branch and the join.
  struct Diamond {
    NodeId Branch = NoId; ///< NoId: the node is no join
    std::vector<NodeId> Between;
  };
  /// Set if the node is reached exactly when the branch is: every path from the branch comes here,
  /// and no loop lies in between.
  const Diamond &joined(NodeId N) const { return Joins[N]; }
  bool contains(LoopId L, NodeId N) const { return inLoop(K.Nodes[N].Loop, L); }
  /// Returns true if loop `Inner` is the loop `Outer` or inside it.
  bool inLoop(LoopId Inner, LoopId Outer) const;
  /// Loops around a node, outermost first.
  std::vector<LoopId> loopsAround(NodeId N) const;
  /// 1 bit over Counter(L): the iteration ends in a back edge. Null if all exits are in the header,
  /// because the conditions of a later iteration then imply it.
  Expr goesOn(LoopId L) const { return GoesOn[L]; }
  /// 1 bit over the counters of the loops around the node: a condition that holds for each thread
  /// that reaches it (a loop on the way counts as passed).
  Expr reached(NodeId N) const { return ReachedIf[N]; }

private:
  void computeReached();
  Diamond findDiamond(NodeId Join) const;
  void computeOrder();
  void computeDominators();
  Expr computeGoesOn(LoopId L) const;

  const Kernel &K;
  std::vector<NodeId> Order;
  std::vector<unsigned> Position;
  std::vector<NodeId> Idom;
  std::vector<Diamond> Joins;
  std::vector<Expr> GoesOn;
  std::vector<Expr> ReachedIf;
};

} // namespace cudafix::analysis
