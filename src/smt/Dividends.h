// SPDX-License-Identifier: Apache-2.0
//
// What numbers of blocks say of the sizes that they are computed from.
#pragma once

#include "model/Expr.h"

namespace cudafix::smt {

/// The constraints, and for dimensions that are quotients, `gridDim.x == (n + 31) / 32`, how large
/// the dividend is at least: a dimension is 1 or more, and so 32 <= n + 31 and 1 <= n. Empty when
/// there is no such quotient.
std::vector<Expr> withDividends(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
