// SPDX-License-Identifier: Apache-2.0
//
// The same question with its index arithmetic in one form, so that two ways of writing a
// cell's address meet.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with each sum of products put in Horner's form, factors that threads
/// share outermost: x + y*w + z*w*h becomes (z*h + y)*w + x. Quotients and remainders that
/// belong together are joined first: (i/n)*n + i%n becomes i, also across several unknown
/// extents. A sum that may not wrap is taken not to wrap in the new form either. Empty when
/// nothing changes.
std::vector<Expr> arranged(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
