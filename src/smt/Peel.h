// SPDX-License-Identifier: Apache-2.0
//
// Two equal addresses have equal digits: row*width + column of one thread and of another
// are the same only if rows and columns are, as long as the columns stay within the width.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// Have the constraints no solution? Asked with part of the budget.
using Refutes = llvm::function_ref<bool(llvm::ArrayRef<Expr>)>;

/// The constraints with the equality x*f + r == y*f + s, where `Refutes` shows that r - s is
/// nowhere as large as f, split into x == y and r == s, again and again. Two ranges that
/// overlap are split in the same way, a + n > b and b + m > a. Empty when nothing is split.
std::vector<Expr> peeled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted);

} // namespace cudafix::smt
