// SPDX-License-Identifier: Apache-2.0
//
// Splits questions with strides that double or halve into one case for each possible stride: if it
// is 8, t & (stride - 1) is t % 8.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// Returns the constraints once for each possible value of a power of two in the first constraint,
/// and for 0. The power is either shifted by a variable amount, or a constraint says that it is a
/// power. If there is none, returns them once for each amount by which something else in the first
/// constraint is shifted. Leaves out cases that contradict a constraint at once and, except in the
/// case of 0, other constraints with variable shifts. The constraints have a solution only if some
/// case has one. nullopt: nothing to split by.
std::optional<std::vector<std::vector<Expr>>> byPower(ExprContext &Ctx,
                                                      llvm::ArrayRef<Expr> Constraints);

/// Returns true if the term contains a shift by an amount that is not constant.
bool shiftsVariably(Expr Root);

/// Replaces x << (n + 1) by x << n << 1 if an equation contains a shift by n: n is then less than
/// the width, and n + 1 does not wrap. Empty if nothing changes.
std::vector<Expr> withEvenShifts(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
