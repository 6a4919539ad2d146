// SPDX-License-Identifier: Apache-2.0
//
// Terms viewed as sums.
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace cudafix {

/// Calls `Take` for each summand with its constant factor.
void summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take);

/// Returns true if the term contains a product of several parameters, or of terms with parameters.
bool multipliesParameters(const ExprContext &C, Expr E);

/// The difference A - B: its non-constant summands with their factors, and its constant.
std::pair<llvm::SmallDenseMap<Expr, int64_t>, int64_t> difference(Expr A, Expr B);

/// The flags of an operation, also those that follow from the ranges of its symbols
/// (`threadIdx.x * 2`).
uint8_t noWrap(const ExprContext &C, Expr E);

/// Finds sizes that the term divides into parts, using the number of parts to scale an index
/// (`images * row` with images = total / area). Returns each such size with the product of its
/// whole parts (images * area), in 64 bits. `IsGiven` says which applications are host values.
llvm::SmallVector<std::pair<Expr, Expr>, 2> wholeParts(ExprContext &C, Expr Of,
                                                       llvm::function_ref<bool(Expr)> IsGiven);

} // namespace cudafix
