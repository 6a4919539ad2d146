// SPDX-License-Identifier: Apache-2.0
//
// Remainders that code writes out: x - x / d * d is x % d.
#pragma once

#include "model/Expr.h"

namespace cudafix {

/// The remainder that `A - B` is; null if it is none.
Expr remainderOf(ExprContext &C, Expr A, Expr B);

} // namespace cudafix
