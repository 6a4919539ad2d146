// SPDX-License-Identifier: Apache-2.0
//
// Accesses to slices of one array: a[k * n + i] for many constants k and one i. Instead of each
// pair of them one question is asked, with the distance between two slices left open.
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "smt/Arrange.h"

namespace cudafix::analysis {

/// Places whose offsets differ by constant multiples of terms that all threads share.
struct Slices {
  llvm::SmallVector<unsigned, 16> Members; ///< of the places given
  Expr Offset;                             ///< of one of them, bytes
  Expr Apart;                              ///< bytes from any of them to any other
  Expr Size;                               ///< bytes that each accesses
  llvm::SmallVector<Expr, 4> Conds;        ///< 1 bit each: hold wherever a thread is at a member

  /// The question whether thread 0 of `T` accesses a byte at one member and thread 1 at another.
  llvm::SmallVector<Expr, 32> question(ExprContext &Ctx, TwoThreads &T) const;
};

class SliceFinder {
public:
  explicit SliceFinder(ExprContext &Ctx) : Ctx(Ctx), Sums(Ctx) {}
  /// Groups the places of one array in one phase where that spares questions.
  std::vector<Slices> find(llvm::ArrayRef<Place> Places);

private:
  /// An offset's part that threads have for themselves, and multiples of what they share.
  struct Parts {
    Expr Own;
    smt::Polynomial Shared;
  };
  const std::optional<Parts> &partsOf(Expr Offset);
  bool setApart(Slices &S, llvm::ArrayRef<const smt::Polynomial *> Shared);

  ExprContext &Ctx;
  smt::Arranger Sums;
  llvm::DenseMap<Expr, std::optional<Parts>> Known;
};

} // namespace cudafix::analysis
