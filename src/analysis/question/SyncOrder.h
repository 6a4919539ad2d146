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

/// What synchronization says of a pair.
struct Ordering {
  /// If `Holds`, the accesses are ordered, but for the flaws.
  struct Way {
    Expr Holds;
    std::vector<SyncFlaw> Flaws;
    bool Lock = false;
  };
  std::vector<Expr> Facts; ///< hold in every execution in which both accesses happen
  std::vector<Way> Ways;
  /// Of flags whose values are not understood: at the best, the accesses are ordered if one of
  /// these holds.
  std::vector<Way> Perhaps;
  std::vector<SyncFlaw> Missing; ///< only one of the two holds a lock
  bool Unclear = false;          ///< synchronization that is not understood may order the pair
  bool Chain = false; ///< what the ways leave may be ordered by others of a chain of flags
  Expr OfTurns;       ///< if this holds, synchronization that is not understood may order the pair
};

class SyncOrder {
public:
  SyncOrder(const Kernel &K, const Launch &L, smt::Workspace &Solving, const FlowInfo &Flow,
            SyncUses::Impossible Never)
      : K(K), C(*K.Ctx), Uses(K, Solving, Flow, isOneWarp(K, L), Never), Never(std::move(Never)) {}

  using ThreadsOf = llvm::function_ref<TwoThreads &(Scope)>;
  /// Asks again with what locks, flags and tickets order. Adds to the question what holds,
  /// and to a racy answer what the synchronization lacks. Returns true if synchronization
  /// that is not understood may order the pair.
  bool ask(RaceAnswer &R, RaceQuestion &Q, ThreadsOf Threads, AskSolver Ask);
  /// Two operations on a lock or flag itself, that the memory model takes for
  /// synchronization and not for a race.
  bool isProtocol(const Access &A, const Access &B, ThreadsOf Threads);

private:
  class Pair;
  static bool isOneWarp(const Kernel &K, const Launch &L);
  /// Returns true if the accesses are to one array of the kernel, or atomic and perhaps to one
  /// cell. Others that a launch makes one array are asked about where their cells may be the same.
  static bool isOneArray(const Access &A, const Access &B);
  bool mayAwait(const Access &Wait, const Access &Other, TwoThreads &T);
  bool isSoleWriter(AccessId Write, ThreadsOf Threads);
  /// Returns true for an array of locks; no two threads may wait for one turn.
  bool isLock(ArrayId Id, ThreadsOf Threads);
  bool haveOneTurn(const LockArray &L, TwoThreads &T);
  bool isSole(AccessId Write, TwoThreads &T);
  bool isSoleInLoops(AccessId Write);
  /// Returns true if at most `Most` threads and turns together come to the operation on one cell,
  /// provided that this number is above 0.
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
