// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are whole multiples: of n with n % 4 == 0, (row * n + 4 * i) / 4 is a plain sum.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with each value that they say is a multiple of a constant, or of a number of the
/// host that is not negative, put as a product with an unknown, and with quotients that are exact
/// then put as sums. They have a solution where the given ones have one, which gives all symbols of
/// these the same values. Empty when nothing changes.
std::vector<Expr> withMultiples(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
