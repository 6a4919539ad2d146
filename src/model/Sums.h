// SPDX-License-Identifier: Apache-2.0
//
// Terms taken as sums.
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace cudafix {

/// Calls `Take` for the summands of a sum with their constant factors.
void summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take);

/// Returns true if the term holds a product of several parameters, or of terms with them.
bool multipliesParameters(const ExprContext &C, Expr E);

/// The difference A - B: its summands that are not constant, with their factors, and the constant.
std::pair<llvm::SmallDenseMap<Expr, int64_t>, int64_t> difference(Expr A, Expr B);

/// The flags of an operation, also those that follow from the ranges of its symbols
/// (`threadIdx.x * 2`).
uint8_t noWrap(const ExprContext &C, Expr E);

/// Sizes whose number of parts the term computes and scales an index by (`images * row`, with
/// images = total / area), each with the size made of whole parts (images * area), in 64 bits.
/// `IsGiven` says which applications are host values.
llvm::SmallVector<std::pair<Expr, Expr>, 2> wholeParts(ExprContext &C, Expr Of,
                                                       llvm::function_ref<bool(Expr)> IsGiven);

} // namespace cudafix
