// SPDX-License-Identifier: Apache-2.0
//
// What a thread, and after a block barrier the threads of its block, can have done before
// an event or do after it: the walk that finds the lock, flag and fence around an access.
// After a barrier the walk is that of the block's first thread, the usual one to take a
// lock or to post a flag for all.
#pragma once

#include "analysis/flow/FlowPaths.h"

namespace cudafix::analysis {

class EventWalk {
public:
  /// `OneWarp`: the block has no more than one warp, which meets as the block does.
  EventWalk(const Kernel &K, bool OneWarp);

  /// Who is followed: the thread, and after a barrier that all threads it meets pass, the
  /// first of those.
  enum class Group : uint8_t { Block, Warp };
  /// Called for an event with the barrier of the group crossed last on the way (NoId: none).
  /// Returns true where the walk ends.
  using Visit = llvm::function_ref<bool(const Event &, BarrierId Crossed)>;
  /// Edges that `Skip` rules out are not taken; the walk would go over them from `From` to `To`.
  /// The condition is null for the only way out of a node.
  using Skip = llvm::function_ref<bool(NodeId From, NodeId To, Expr Cond)>;
  /// Returns true if a path goes on to the end of the kernel (backwards: to its entry).
  bool forward(Position From, Visit V, Group G = Group::Block, Skip S = nullptr) const {
    return walk(From, V, true, false, G, S);
  }
  /// The same for the first thread of the block from the start on.
  bool leaderForward(Position From, Visit V) const {
    return walk(From, V, true, true, Group::Block);
  }
  bool backward(Position From, Visit V, Group G = Group::Block, Skip S = nullptr) const {
    return walk(From, V, false, false, G, S);
  }
  /// All threads of the group pass it together.
  bool isMeeting(const Event &E, Group G) const;

  /// The term for the first thread of the block, or of the warp where no warp reaches over
  /// the end of a row of the block.
  Expr forLeader(Expr E, Group G = Group::Block) const;

private:
  struct Arc {
    NodeId To;
    bool Leader[2]; ///< the first thread of the group can take it
    Expr Cond;
  };
  bool walk(Position From, Visit V, bool Forward, bool Leader, Group G, Skip S = nullptr) const;

  const Kernel &K;
  bool OneWarp;
  std::vector<std::vector<Arc>> Succs, Preds;
};

} // namespace cudafix::analysis
