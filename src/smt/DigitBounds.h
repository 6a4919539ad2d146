// SPDX-License-Identifier: Apache-2.0
//
// Upper bounds of the lower digits of an address, from their form: x % w + w * (x / w % h) is at
// most w * h - 1.
#pragma once

#include "smt/Arrange.h"

namespace cudafix::smt {

class DigitBounds {
public:
  /// `Width`: the width of the sums that are asked about; 0: there are none.
  DigitBounds(ExprContext &Ctx, Arranger &Sums, llvm::ArrayRef<Expr> Constraints,
              unsigned Width = 0);
  /// Returns true if `Of` is provably at least 0 and at most `Most`, given the constraints'
  /// positive extents.
  bool isWithin(const Polynomial &Of, const Polynomial &Most);

  /// Returns true if the signed value is provably at least `Bound`, 0 or 1.
  bool isAtLeast(Expr E, int64_t Bound);
  /// Returns true if the value is provably at least 0, and less than `Base` because a constraint
  /// says so.
  bool isDigit(Expr E, Expr Base);

private:
  bool isBelowUnsigned(Expr E);
  std::optional<Polynomial> largest(Expr Factor);
  std::optional<Polynomial> largest(const Polynomial &Of);
  Polynomial aboveOne(const Polynomial &Of);

  ExprContext &Ctx;
  Arranger &Sums;
  /// A sum that is at least 0, and its largest value.
  struct Bounded {
    Polynomial Sum, Most;
  };
  std::vector<Bounded> BoundedSums;
  llvm::DenseMap<Expr, int64_t> Least; ///< lower bounds from constraints
  /// Constraints x < n where x differs between threads; `BelowUnsigned`: compared as unsigned.
  llvm::DenseMap<Expr, Expr> Below, BelowUnsigned;
  unsigned Depth = 0; ///< recursion depth of `isBelowUnsigned`
};

} // namespace cudafix::smt
