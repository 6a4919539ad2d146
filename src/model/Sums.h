// SPDX-License-Identifier: Apache-2.0
//
// Terms taken as sums.
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix {

/// Calls `Take` for the summands of a sum with their constant factors.
void summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take);

/// What is left of A - B: summands that stand on more than constants, with their factors, and
/// the constant.
std::pair<llvm::SmallDenseMap<Expr, int64_t>, int64_t> difference(Expr A, Expr B);

} // namespace cudafix
