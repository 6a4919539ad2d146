// SPDX-License-Identifier: Apache-2.0
//
// Accesses to slices of one array: a[k * n + i] for many constants k and the same i. One question
// with an open distance between two slices replaces a question for each pair.
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "smt/Arrange.h"

namespace cudafix::analysis {

/// Places whose offsets differ by constant multiples of terms that all threads share.
struct Slices {
  llvm::SmallVector<unsigned, 16> Members; ///< indices into the given places
  Expr Offset;                             ///< of one of the members, in bytes
  Expr Apart;                              ///< bytes from any of them to any other
  Expr Size;                               ///< bytes that each accesses
  llvm::SmallVector<Expr, 4> Conds;        ///< 1 bit each: hold whenever a thread is at a member

  /// Asks whether thread 0 of `T` accesses a byte at one member that thread 1 accesses at another.
  llvm::SmallVector<Expr, 32> question(ExprContext &Ctx, TwoThreads &T) const;
};

class SliceFinder {
public:
  explicit SliceFinder(ExprContext &Ctx) : Ctx(Ctx), Sums(Ctx) {}
  /// Groups the places of one array in one phase if that saves questions.
  std::vector<Slices> find(llvm::ArrayRef<Place> Places);

private:
  /// An offset, split into the part that differs between threads and multiples of shared terms.
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
