// SPDX-License-Identifier: Apache-2.0
//
// Extents that constraints speak of in other words, put as what addresses are made with.
#pragma once

#include "smt/Arrange.h"

namespace cudafix::smt {

/// What is shifted left by an amount that threads share is multiplied by an extent. Where there
/// is such a one, constraints that shift otherwise are left out: few of them bound an address.
/// Any solution of the constraints is one of the result.
void putShifts(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

/// An extent that a constraint computes from others is put as these: with d == C / H a row of
/// H * d is one of C.
void putEqualExtents(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

/// Where x < a / 4 * b, and neither x nor a is negative, 4 * x is below a * b: elements that are
/// taken four at a time.
void boundMultiples(ExprContext &Ctx, Arranger &Sums, llvm::SmallVectorImpl<Expr> &Constraints);

} // namespace cudafix::smt
