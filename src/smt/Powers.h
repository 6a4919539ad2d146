// SPDX-License-Identifier: Apache-2.0
//
// Questions with strides that double or halve, taken apart by the few values of the stride: if it
// is 8, t & (stride - 1) is t % 8.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints once for each value that a power of two in the first constraint may have, and
/// for 0. The power is made by shifts of variable amounts, or a constraint says that it is one.
/// Without one, once for each amount that something else in it is shifted by. Leaves out cases that
/// contradict a constraint at once, and other constraints with variable shifts. The constraints
/// have a solution only if a case has one. nullopt when there is no such power.
std::optional<std::vector<std::vector<Expr>>> byPower(ExprContext &Ctx,
                                                      llvm::ArrayRef<Expr> Constraints);

/// The constraints with x << n << 1 for x << (n + 1), where an equation holds a shift by n: so n is
/// less than there are bits, and n + 1 does not wrap around. Empty if there are none.
std::vector<Expr> withEvenShifts(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
