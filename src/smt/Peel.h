// SPDX-License-Identifier: Apache-2.0
//
// Splits equal addresses into equal digits: row*width + column of two threads are equal only if
// rows and columns are, as long as columns are less than the width.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// Returns true if the constraints have no solution; asks with part of the budget.
using Refutes = llvm::function_ref<bool(llvm::ArrayRef<Expr>)>;

/// Splits an equality x*f + r == y*f + s for which `Refuted` shows |r - s| < f into x == y and r ==
/// s, repeatedly, and returns the new constraints. Splits two ranges that overlap, a + n > b and b
/// + m > a, in the same way. Empty when nothing is split.
std::vector<Expr> peeled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted);

} // namespace cudafix::smt
