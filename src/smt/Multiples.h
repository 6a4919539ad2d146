// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are known to be multiples: if n % 4 == 0, (row * n + 4 * i) / 4 is a plain sum.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// Replaces each value that the constraints make a multiple of a constant, or of a non-negative
/// host value, by a product with an unknown. Quotients that become exact turn into sums. The result
/// has a solution if the constraints have one, with the same values for their symbols. Empty when
/// nothing changes.
std::vector<Expr> withMultiples(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
