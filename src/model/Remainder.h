// SPDX-License-Identifier: Apache-2.0
//
// Simplifies quotients and remainders, also remainders that code writes out: x - x / d * d is x %
// d.
#pragma once

#include "model/Expr.h"

namespace cudafix {

/// `A - B` as a remainder; null if it is not one.
Expr remainderOf(ExprContext &C, Expr A, Expr B);

/// A quotient or remainder of `W` bits (`O` says which) in a simpler form; null if there is none.
Expr simplifiedDivision(ExprContext &C, Op O, Expr A, Expr B, unsigned W);

/// Returns true for an Ite with a constant arm.
bool isChoiceOfConstant(Expr E);

} // namespace cudafix
