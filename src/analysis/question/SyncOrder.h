// SPDX-License-Identifier: Apache-2.0
//
// Order between two threads that no barrier makes: locks, flags, tickets and counters, with
// their fences (CUDA C++ Programming Guide, "Memory Fence Functions"; PTX ISA, "Memory
// Consistency Model": release and acquire patterns).
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "analysis/sync/SyncUses.h"
#include "smt/Workspace.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix::analysis {

/// What synchronization implies for the order of a pair.
struct Ordering {
  /// If `Holds` is true, the accesses are ordered except for the flaws.
  struct Way {
    Expr Holds;
    std::vector<SyncFlaw> Flaws;
    bool Lock = false;
  };
  std::vector<Expr> Facts; ///< hold in every execution in which both accesses happen
  std::vector<Way> Ways;
  /// Ways of flags whose values are not understood: if the accesses are ordered at all, one of
  /// these holds.
  std::vector<Way> Perhaps;
  std::vector<SyncFlaw> Missing; ///< only one of the two holds a lock
  bool Unclear = false;          ///< synchronization that is not understood may order the pair
  bool Chain = false;            ///< other flags of a chain may order what the ways do not
  Expr OfTurns; ///< if this holds, synchronization that is not understood may order the pair
};

class SyncOrder {
public:
  SyncOrder(const Kernel &K, const Launch &L, smt::Workspace &Solving, const FlowInfo &Flow,
            SyncUses::Impossible Never)
      : K(K), C(*K.Ctx), Uses(K, Solving, Flow, isOneWarp(K, L), Never), Never(std::move(Never)) {}

  using ThreadsOf = llvm::function_ref<TwoThreads &(Scope)>;
  /// Asks again, taking into account the order that locks, flags and tickets make. Adds constraints
  /// to the question, and to a racy answer the flaws of the synchronization. Returns true if
  /// synchronization that is not understood may order the pair.
  bool ask(RaceAnswer &R, RaceQuestion &Q, ThreadsOf Threads, AskSolver Ask);
  /// Returns true for two operations on a lock or flag itself, which the memory model regards as
  /// synchronization and not as a race.
  bool isProtocol(const Access &A, const Access &B, ThreadsOf Threads);

private:
  class Pair;
  static bool isOneWarp(const Kernel &K, const Launch &L);
  /// Returns true if the accesses are to the same array of the kernel, or if both are atomic and
  /// may access the same cell. For other arrays that the launch merged into one, asks whether their
  /// cells may coincide.
  static bool isOneArray(const Access &A, const Access &B);
  bool mayAwait(const Access &Wait, const Access &Other, TwoThreads &T);
  bool isSoleWriter(AccessId Write, ThreadsOf Threads);
  /// Returns true for an array of locks; for locks by turns, no two threads may wait for the same
  /// turn.
  bool isLock(ArrayId Id, ThreadsOf Threads);
  bool haveOneTurn(const LockArray &L, TwoThreads &T);
  bool isSole(AccessId Write, TwoThreads &T);
  bool isSoleInLoops(AccessId Write);
  /// Returns true if at most `Most` threads and turns together execute the operation on one cell,
  /// provided that `Most` is positive.
  bool comeAtMost(AccessId Op, Expr Most, ThreadsOf Threads);
  bool isEachOnce(AccessId Op, llvm::ArrayRef<Expr> Same, ThreadsOf Threads, Expr Other = Expr());

  const Kernel &K;
  ExprContext &C;
  SyncUses Uses;
  SyncUses::Impossible Never;
  std::map<AccessId, bool> Sole;
  std::map<ArrayId, bool> Turns;
  llvm::DenseMap<std::pair<AccessId, Expr>, bool> AtMost;
  std::map<std::pair<AccessId, AccessId>, bool> Awaits;
};

} // namespace cudafix::analysis
