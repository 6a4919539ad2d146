// SPDX-License-Identifier: Apache-2.0
//
// What a thread, and after a block barrier the threads of its block, can have done before an event
// or do after it. This walk finds the locks, flags and fences around an access. After a barrier it
// follows the block's first thread, which usually takes locks and posts flags for all.
#pragma once

#include "analysis/flow/FlowPaths.h"

namespace cudafix::analysis {

class EventWalk {
public:
  /// `OneWarp`: the block has at most one warp, so warp barriers act as block barriers.
  EventWalk(const Kernel &K, bool OneWarp);

  /// Which threads are followed: the thread itself, and after a barrier at which all threads of the
  /// group meet, the first thread of that group.
  enum class Group : uint8_t { Block, Warp };
  /// Called for an event with the last barrier of the group crossed on the way (NoId: none).
  /// Returns true where the walk ends.
  using Visit = llvm::function_ref<bool(const Event &, BarrierId Crossed)>;
  /// Edges for which `Skip` returns true are not taken. `From` and `To` are in the direction of the
  /// walk; `Cond` is null for the only edge out of a node.
  using Skip = llvm::function_ref<bool(NodeId From, NodeId To, Expr Cond)>;
  /// Returns true if some path reaches the end of the kernel (backwards: its entry).
  bool forward(Position From, Visit V, Group G = Group::Block, Skip S = nullptr) const {
    return walk(From, V, true, false, G, S);
  }
  /// The same for the first thread of the block, which is followed from the beginning.
  bool leaderForward(Position From, Visit V) const {
    return walk(From, V, true, true, Group::Block);
  }
  bool backward(Position From, Visit V, Group G = Group::Block, Skip S = nullptr) const {
    return walk(From, V, false, false, G, S);
  }
  /// Returns true if all threads of the group pass the event together.
  bool isMeeting(const Event &E, Group G) const;

  /// The term for the first thread of the block, or of the warp provided that no warp crosses the
  /// end of a row of the block.
  Expr forLeader(Expr E, Group G = Group::Block) const;

private:
  struct Arc {
    NodeId To;
    bool Leader[2]; ///< whether the first thread of the group can take the edge
    Expr Cond;
  };
  bool walk(Position From, Visit V, bool Forward, bool Leader, Group G, Skip S = nullptr) const;

  const Kernel &K;
  bool OneWarp;
  std::vector<std::vector<Arc>> Succs, Preds;
};

} // namespace cudafix::analysis
