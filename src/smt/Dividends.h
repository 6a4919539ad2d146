// SPDX-License-Identifier: Apache-2.0
//
// What block and grid dimensions imply for the sizes from which they are computed.
#pragma once

#include "model/Expr.h"

namespace cudafix::smt {

/// Adds lower bounds of dividends to the constraints, for dimensions that are quotients (`gridDim.x
/// == (n + 31) / 32`): a dimension is at least 1, so 32 <= n + 31 and 1 <= n. Empty when there is
/// no such quotient.
std::vector<Expr> withDividends(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
