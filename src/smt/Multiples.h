// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are known to be multiples: if n % 4 == 0, (row * n + 4 * i) / 4 is a plain sum.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with each value that they make a multiple of a constant, or of a host number
/// that is not negative, replaced by a product with an unknown. Quotients that are exact then
/// become sums. They have a solution if the given ones have one, with the same values for the given
/// symbols. Empty when nothing changes.
std::vector<Expr> withMultiples(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
