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

/// The byte ranges [A, A + SA) and [B, B + SB) share a byte. `WholeCells`: they do so only if they
/// begin at the same one.
void overlap(ExprContext &C, Expr A, Expr SA, Expr B, Expr SB, llvm::SmallVectorImpl<Expr> &Out,
             bool WholeCells = false);

struct RaceQuestion {
  /// Asks for a common byte of what thread 0 accesses at `A` and thread 1 at `B`.
  RaceQuestion(const Kernel &K, const FlowInfo &Flow, const Place &A, const Place &B, TwoThreads &T,
               llvm::ArrayRef<Expr> Extra);

  /// How the numbers of the host that scale the offsets set the elements of the array apart.
  StridedPlaces strided(const Kernel &K, const Launch &L) const;

  /// 1 bit each: what else the two threads surely access along with the pair lies within
  /// its array. Anything else is out of bounds, a bug of its own.
  llvm::SmallVector<Expr, 8> bounds(const Kernel &K, const FlowInfo &Flow) const;

  Place P[2];
  TwoThreads &T;
  Expr Offset[2];    ///< first bytes, from the array's start
  Expr InRow[2];     ///< Access::InRow; null: none
  Expr Condition[2]; ///< what brings each thread to its place from where its phase begins
  llvm::SmallVector<Expr, 32> Constraints;
  StridedPlaces Strided; ///< where the convention holds: among the constraints if bounded
  /// Results of additions that hand out ranges, sums over lanes and running sums: any value that
  /// fits the constraints may come out.
  llvm::DenseSet<Expr> Tickets;
  /// Those among them that a counter in a float gives: they are apart below 2^24 only.
  llvm::DenseSet<Expr> FloatTickets;
  /// 1 bit each: both drew from one of several cells. Where each cell's ranges lie is data.
  llvm::SmallVector<Expr, 2> OneCell;
  /// Results that any schedule may give (a lock found free): a witness that chooses them is
  /// no less sure.
  llvm::DenseSet<SymbolId> Scheduled;
};

using AskSolver = llvm::function_ref<Satisfiability(llvm::ArrayRef<Expr>)>;

} // namespace cudafix::analysis
