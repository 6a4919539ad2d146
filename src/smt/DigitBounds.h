// SPDX-License-Identifier: Apache-2.0
//
// How large the lower digits of an address are, read off their form: x % w + w * (x / w % h) is at
// most w * h - 1.
#pragma once

#include "smt/Arrange.h"

namespace cudafix::smt {

class DigitBounds {
public:
  DigitBounds(ExprContext &Ctx, Arranger &Sums, llvm::ArrayRef<Expr> Constraints);
  /// Returns true if `Of` is provably at least 0 and at most `Most`, where constraints say that
  /// the extents are positive.
  bool isWithin(const Polynomial &Of, const Polynomial &Most);

private:
  bool isAtLeast(Expr E, int64_t Least);
  std::optional<Polynomial> largest(Expr Factor);
  std::optional<Polynomial> largest(const Polynomial &Of);

  ExprContext &Ctx;
  Arranger &Sums;
  llvm::DenseMap<Expr, int64_t> Least; ///< what constraints say
  llvm::DenseMap<Expr, Expr> Below;    ///< x < n, where x is not one for all threads
};

} // namespace cudafix::smt
