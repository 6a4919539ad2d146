// SPDX-License-Identifier: Apache-2.0
//
// Remainders that code writes out: x - x / d * d is x % d.
#pragma once

#include "model/Expr.h"

namespace cudafix {

/// `A - B` as a remainder; null if it is none.
Expr remainderOf(ExprContext &C, Expr A, Expr B);

} // namespace cudafix
