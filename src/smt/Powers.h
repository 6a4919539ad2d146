// SPDX-License-Identifier: Apache-2.0
//
// Strides that double or halve, taken apart into their few values: with a stride of 8,
// t & (stride - 1) is t % 8.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints once for each value that a power of two in the first of them, made by shifts
/// of variable amounts or said to be one, may have, and for 0, or for each amount that something
/// else in it is shifted by (less than its bits); cases that contradict a constraint at once are
/// left out, as are other constraints that shift by variable amounts. The constraints have a
/// solution only if a case has one. nullopt when there is no such power.
std::optional<std::vector<std::vector<Expr>>> byPower(ExprContext &Ctx,
                                                      llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
