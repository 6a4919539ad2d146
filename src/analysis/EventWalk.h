// SPDX-License-Identifier: Apache-2.0
//
// What a thread, and behind a block barrier the threads of its block, can have done before
// an event or do after it: the walk that finds the lock, flag and fence around an access.
// Behind a barrier the walk is that of the block's first thread, the usual one to take a
// lock or to post a flag for all.
#pragma once

#include "analysis/FlowPaths.h"

namespace cudafix::analysis {

class EventWalk {
public:
  explicit EventWalk(const Kernel &K);

  /// Called for an event with the block barrier crossed last on the way (NoId: none).
  /// Returns true where the walk ends.
  using Visit = llvm::function_ref<bool(const Event &, BarrierId Crossed)>;
  /// Returns true if a path goes on to the end of the kernel (backwards: to its entry).
  bool forward(Position From, Visit V) const { return walk(From, V, true); }
  /// The same for the first thread of the block from the start on.
  bool leaderForward(Position From, Visit V) const { return walk(From, V, true, true); }
  bool backward(Position From, Visit V) const { return walk(From, V, false); }

  /// The term for the first thread of the block.
  Expr forLeader(Expr E) const;

private:
  struct Arc {
    NodeId To;
    bool Leader; ///< the block's first thread can take it
  };
  bool walk(Position From, Visit V, bool Forward, bool Leader = false) const;

  const Kernel &K;
  std::vector<std::vector<Arc>> Succs, Preds;
};

} // namespace cudafix::analysis
