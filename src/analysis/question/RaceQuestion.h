// SPDX-License-Identifier: Apache-2.0
//
// One race question: two accesses of a phase by two threads, as constraints over their
// indices.
#pragma once

#include "analysis/flow/Flow.h"
#include "analysis/question/Race.h"
#include "analysis/question/StridesApart.h"
#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::analysis {

/// One place of a phase where memory is accessed.
struct Place {
  const Phase *In;
  const Reached *At;
  const Access *What;
  ExprContext *Ctx;

  /// A term of the model as thread `I` of `T` sees it in this phase.
  Expr of(TwoThreads &T, Expr E, unsigned I) const { return T.of(In->at(*Ctx, E, *At), I); }
};

/// Adds the conditions under which the byte ranges [A, A + SA) and [B, B + SB) share a byte.
/// `WholeCells`: they do so only if they begin at the same byte.
void overlap(ExprContext &C, Expr A, Expr SA, Expr B, Expr SB, llvm::SmallVectorImpl<Expr> &Out,
             bool WholeCells = false);

struct RaceQuestion {
  /// Asks whether thread 0 at place `A` and thread 1 at place `B` access a common byte.
  RaceQuestion(const Kernel &K, const FlowInfo &Flow, const Place &A, const Place &B, TwoThreads &T,
               llvm::ArrayRef<Expr> Extra);

  /// How host values that scale the offsets set the elements of the array apart.
  StridedPlaces strided(const Kernel &K, const Launch &L) const;

  /// 1 bit each: other accesses that the two threads surely make in the same iteration stay within
  /// their arrays. Violations are out-of-bounds accesses, a separate bug.
  llvm::SmallVector<Expr, 8> bounds(const Kernel &K, const FlowInfo &Flow) const;

  Place P[2];
  TwoThreads &T;
  Expr Offset[2];    ///< first bytes, from the array's start
  Expr InRow[2];     ///< Access::InRow; null: none
  Expr Condition[2]; ///< the condition of each thread's path from the start of its phase
  llvm::SmallVector<Expr, 32> Constraints;
  StridedPlaces Strided; ///< if the convention holds: part of the constraints if `Bounded`
  /// Results of additions that hand out ranges, lane sums and running sums: a schedule may produce
  /// any values that fit the constraints.
  llvm::DenseSet<Expr> Tickets;
  /// Those of them that come from a float counter: they differ only below 2^24.
  llvm::DenseSet<Expr> FloatTickets;
  /// 1 bit each: both threads drew from the same one of several cells. Where the ranges of each
  /// cell lie depends on data.
  llvm::SmallVector<Expr, 2> OneCell;
  /// Results that some schedule produces (a lock found free): a witness that chooses them is as
  /// certain as one that does not.
  llvm::DenseSet<SymbolId> Scheduled;
};

using AskSolver = llvm::function_ref<Satisfiability(llvm::ArrayRef<Expr>)>;

} // namespace cudafix::analysis
