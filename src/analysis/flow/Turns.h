// SPDX-License-Identifier: Apache-2.0
//
// How often a condition holds in the first iterations of a loop.
#pragma once

#include "model/Expr.h"

namespace cudafix::analysis {

/// The number of counter values from 0 to `Turns` - 1 (all of them iterations that the loop makes)
/// that fulfil the condition. The condition consists of bounds on multiples of the counter plus
/// terms that do not depend on it. Null: not known.
Expr turnsWith(ExprContext &C, Expr Cond, Expr Counter, Expr Turns);

} // namespace cudafix::analysis
