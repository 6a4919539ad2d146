// SPDX-License-Identifier: Apache-2.0
//
// How often a condition holds in the first iterations of a loop.
#pragma once

#include "model/Expr.h"

namespace cudafix::analysis {

/// How many of the values 0 to `Turns` - 1 of the counter, all of them iterations that the loop
/// makes, fulfil the condition: bounds on sums of the counter's multiples and what does not depend
/// on it. Null: not known.
Expr turnsWith(ExprContext &C, Expr Cond, Expr Counter, Expr Turns);

} // namespace cudafix::analysis
