// SPDX-License-Identifier: Apache-2.0
//
// Rewrites constraints so that they write extents as addresses do, and adds bounds.
#pragma once

#include "smt/Arrange.h"

namespace cudafix::smt {

/// Turns a left shift by an amount that threads share into a product with an unknown extent. If
/// there is such a shift, constraints with other variable shifts are dropped: few of them bound an
/// address. Every solution of the constraints is also one of the result.
void putShifts(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

/// Replaces an extent that a constraint computes from others: with d == C / H, a row of length H *
/// d has length C.
void putEqualExtents(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

/// Adds bounds for elements that are taken several at a time: if x < a / 4 * b, and neither x nor a
/// is negative, then 4 * x < a * b. The same for other constants than 4.
void boundMultiples(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

/// Adds that x / b < a if x < a * b and x is not negative.
void boundQuotients(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

} // namespace cudafix::smt
