// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders in simpler forms, also where code writes them out: x - x / d * d is
// x % d.
#pragma once

#include "model/Expr.h"

namespace cudafix {

/// `A - B` as a remainder; null if it is none.
Expr remainderOf(ExprContext &C, Expr A, Expr B);

/// A quotient or remainder of `W` bits, as `O` says, in a simpler form; null if there is none.
Expr simplifiedDivision(ExprContext &C, Op O, Expr A, Expr B, unsigned W);

/// Returns true for a choice of which one side is a constant.
bool isChoiceOfConstant(Expr E);

} // namespace cudafix
