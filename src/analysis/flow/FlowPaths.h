// SPDX-License-Identifier: Apache-2.0
//
// Paths in a kernel's flow graph, event by event: barrier-free paths between two accesses with the
// slots on them (where a barrier would cut the path), the events of the phases on both sides of a
// barrier, and the divergent branches that decide whether a place is reached.
#pragma once

#include "model/Kernel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::analysis {

/// Before event `Event` of node `Node`.
struct Position {
  NodeId Node = NoId;
  unsigned Event = 0;
};

enum class PathKind : uint8_t {
  Forward,    ///< takes no back edge
  AroundLoop, ///< takes at least one back edge, of a certain loop if one is given
};

/// Events between two places on one path, in path order; `Slots` and `Barriers` hold each
/// id once.
struct FlowPath {
  std::vector<SlotId> Slots;
  std::vector<BarrierId> Barriers; ///< barriers on the path, which the question takes as off
};

/// Immutable view of one kernel's flow graph; the kernel must outlive it.
class FlowPaths {
public:
  explicit FlowPaths(const Kernel &K);

  Position access(AccessId Id) const { return Accesses[Id]; }
  Position barrier(BarrierId Id) const { return Barriers[Id]; }
  Position slot(SlotId Id) const { return Slots[Id]; }

  using Ends = llvm::function_ref<bool(const Event &)>;
  using Weight = llvm::function_ref<unsigned(const Event &)>;

  /// The path of least weight from after the event at `From` to the event at `To` on
  /// which `Stop` holds for no event; nullopt when there is none.
  std::optional<FlowPath> find(Position From, Position To, PathKind Kind, Ends Stop, Weight Cost,
                               LoopId Of = NoId) const;

  /// Calls `Visit` for the events that can follow (or, backwards, precede) the event at
  /// `From` before one for which `Stop` holds; that one is visited, too.
  void visitAfter(Position From, Ends Stop, llvm::function_ref<void(const Event &)> Visit) const;
  void visitBefore(Position From, Ends Stop, llvm::function_ref<void(const Event &)> Visit) const;
  /// The accesses that can follow an access.
  llvm::BitVector accessesAfter(AccessId From) const;

  /// Nodes whose first event (backwards: last event) is reached from `From` before an event for
  /// which `Stop` holds.
  llvm::BitVector nodesAfter(Position From, Ends Stop) const;
  llvm::BitVector nodesBefore(Position From, Ends Stop) const;

  /// Nodes whose branches decide how often `N` is passed, transitively, in node order.
  /// Early returns count as branches.
  const std::vector<NodeId> &branches(NodeId N) const { return Branches[N]; }
  /// Those of them at which threads of a block may decide differently; none for convergent places.
  const std::vector<NodeId> &divergentBranches(NodeId N) const { return Divergent[N]; }

  /// The immediate post-dominator of N; NoId for the exit.
  NodeId postDominator(NodeId N) const { return IPDom[N]; }
  /// Returns true if a non-empty path leads from node `From` to node `To`.
  bool reaches(NodeId From, NodeId To) const;

private:
  void place();
  void computePostDominators();
  void computeBranches();

  const Kernel &K;
  std::vector<Position> Accesses, Barriers, Slots;
  std::vector<std::vector<NodeId>> Preds;
  std::vector<NodeId> IPDom;
  std::vector<std::vector<NodeId>> Branches, Divergent;
};

} // namespace cudafix::analysis
