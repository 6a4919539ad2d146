// SPDX-License-Identifier: Apache-2.0
//
// Asks the race questions of one kernel under one launch: of two threads of a block, of a warp
// (RaceWarp.cpp) and of different blocks.
#pragma once

#include "analysis/flow/AsyncCopies.h"
#include "analysis/question/RaceQuestion.h"
#include "analysis/question/Slices.h"
#include "analysis/question/SyncOrder.h"
#include "smt/Solver.h"
#include <map>
#include <set>

namespace cudafix::analysis {

/// The best answer so far for a pair of accesses, the lower id first.
using PairKey = std::pair<AccessId, AccessId>;

class RaceFinder {
public:
  RaceFinder(const Kernel &K, const Launch &L, const BarrierSet &Barriers, const RaceOptions &Opts)
      : K(K), L(L), Barriers(Barriers), Opts(Opts), C(*K.Ctx), Flow(K), Solve(Opts.Solving),
        Sync(K, L, Opts.Solving, Flow,
             [this](llvm::ArrayRef<Expr> Q) {
               return std::holds_alternative<Unsatisfiable>(decide(Q));
             }),
        Async(K, Flow), Slicing(C) {}

  /// Restricts the questions to one pair.
  void only(AccessId A, AccessId B) { Only = PairKey(std::min(A, B), std::max(A, B)); }
  RaceResult run();

private:
  void askGroups();
  Expr together(const Barrier &Of, TwoThreads &T);
  llvm::SmallVector<Expr, 4> further(TwoThreads &T);
  void askBlock();
  void askWarp();
  void askTile(unsigned Tile, unsigned Smaller, const BarrierSet &Set);
  Expr namesBoth(const Barrier &B);
  void askGrid();
  void askOwn(const Place &Copy, const Place &Other);
  std::vector<Phase> phases(const BarrierSet &Set, PhaseLevel Level,
                            unsigned Tile = WarpSize) const;
  /// With a scope, pairs of slices that are proved free together are not asked about one by one.
  void forPairs(const std::vector<Phase> &Phases, bool SharedToo, std::optional<Scope> Together,
                llvm::function_ref<void(const Place &, const Place &)> Ask);
  llvm::SmallVector<unsigned, 16> freeSlices(llvm::ArrayRef<Place> Places, Scope Where);
  bool conflicts(const Access &A, const Access &B, bool SameBlock);
  RaceAnswer ask(const Place &A, const Place &B, Scope Where);
  RaceQuestion question(const Place &A, const Place &B, TwoThreads &T);
  void preferEqual(RaceQuestion &Q, Satisfiability &Answer);
  /// Returns true if products of several host values scale an index: the solver seldom decides such
  /// questions unless the signs are known.
  bool isTangled(const RaceQuestion &Q) const;
  void decideAsUsual(const RaceQuestion &Q, RaceAnswer &R);
  void dump(const Place &A, const Place &B, const RaceAnswer &R) const;
  bool enough() const;
  /// Asks the solver with 1/`Share` of the budget.
  Satisfiability decide(llvm::ArrayRef<Expr> Constraints, unsigned Share = 1);
  bool isPlaced(const Place &A, const Place &B) const;
  bool needsOtherIteration(const RaceQuestion &Q);
  void record(RaceAnswer R);
  void conclude();
  void recordInWarp(const Place &A, const Place &B, RaceAnswer R);
  TwoThreads &threads(Scope Where);
  bool isSettled(PairKey P) const;

  const Kernel &K;
  const Launch &L;
  const BarrierSet &Barriers;
  BarrierSet Now; ///< the same, plus barriers where the threads of the current questions meet
  const RaceOptions Opts;
  ExprContext &C;
  FlowInfo Flow;
  smt::Solver Solve;
  std::optional<PairKey> Only;
  unsigned Queries = 0;
  /// Why a question was first skipped as one too many. The verdict stays open, and later questions
  /// are not even built.
  std::optional<Unknown> Spent;
  bool OpenMask = false; ///< only host code knows which lanes a barrier between the two names
  unsigned UsualHelped = 0, UsualFailed = 0;  ///< numbers of questions that decideAsUsual decided
                                              ///< and did not decide
  llvm::SmallVector<Expr, 2> TileConstraints; ///< added to every question while set
  /// While set: group barriers, and whether the two threads meet at them.
  llvm::SmallVector<std::pair<const Barrier *, bool>, 3> AtGroups;
  std::unique_ptr<TwoThreads> Threads[4];
  llvm::DenseMap<Expr, Satisfiability> Memo;
  SyncOrder Sync;
  AsyncCopies Async;
  SliceFinder Slicing;
  /// For a pair, over all classes of threads and phases: the most certain race, writes of the same
  /// value (perhaps no race), and an undecided question.
  struct PairAnswers {
    std::optional<RaceAnswer> Race, SameValue, Open;
  };
  std::map<PairKey, PairAnswers> Best;
  std::set<PairKey> NeedWarp; ///< pairs that race in a block, but not between warps
  RaceResult Result;
};

} // namespace cudafix::analysis
