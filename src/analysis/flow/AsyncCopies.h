// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies (cp.async) that are pending when a phase starts. A copy ends at the first
// wait of its own thread that covers its group (PTX ISA, "cp.async.wait_group"); a barrier alone
// does not end it. Groups are counted by terms over the loop counters.
#pragma once

#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/flow/Phases.h"
#include <optional>

namespace cudafix::analysis {

class AsyncCopies {
public:
  AsyncCopies(const Kernel &K, const FlowInfo &Flow);

  /// The copies whose end is unknown: all copies of the kernel, or none.
  llvm::ArrayRef<AccessId> unknown() const { return Unknown; }
  /// Adds to the places of the phase the copies that a thread issued earlier and that may still be
  /// pending at its start.
  void addPending(Phase &P) const;
  /// Returns true if a thread can get from the copy to the access within one phase without waiting.
  bool isOpenAt(AccessId Copy, AccessId Other) const;

private:
  struct Point {
    NodeId Node = NoId;
    unsigned Event = 0;
  };
  /// The terms of loop counters at a point, by loop.
  using Counters = llvm::DenseMap<LoopId, Expr>;

  bool canCount();
  bool waitsEachTime(LoopId L) const;
  bool alwaysRuns(NodeId N, LoopId L) const;
  bool comesFirst(Point A, Point B) const;
  Expr passedIf(NodeId Unit, LoopId L) const;
  Expr passes(NodeId Unit, LoopId L, const Counters &C, Expr Turns) const;
  Expr trips(NodeId Unit, LoopId L) const;
  std::optional<Expr> executions(Point Commit, Point At, const Counters &C) const;
  std::optional<Expr> commits(Point At, const Counters &C) const;
  Expr before(Point Copy, const Counters &C, Point Start, const Counters &S) const;
  Expr put(Expr E, const Counters &C) const;
  std::optional<Expr> waited(Point Wait, unsigned Prior, const Counters &C, Expr Group) const;
  void addWaits(Point Start, const Counters &S, Expr Group, std::vector<Expr> &Out) const;
  LoopId parent(LoopId L) const { return L == NoId ? NoId : K.Loops[L].Parent; }
  Counters countersAt(NodeId N) const;

  const Kernel &K;
  const FlowInfo &Flow;
  ExprContext &Ctx;
  std::vector<Point> Steps; ///< by AsyncStep::Id
  std::vector<std::pair<AccessId, Point>> Copies;
  std::vector<Expr> Fresh; ///< by loop: the counter of a pending copy
  std::vector<AccessId> Unknown;
  std::optional<FlowPaths> Paths; ///< nullopt: the kernel has no modelled copy
};

} // namespace cudafix::analysis
