// SPDX-License-Identifier: Apache-2.0
//
// Recognises warp operations in the source, and sums over the lanes of a warp.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace cudafix::transform {

/// Returns true for a shuffle, vote, match, reduction or __syncwarp, also of a tile of threads.
bool isLaneOperation(const clang::CallExpr *Call);

/// Returns true if the function makes such an operation, itself or in one that it calls.
bool makesLaneOperation(const clang::FunctionDecl *F);

struct LaneSum {
  const clang::Expr *Value;             ///< what the lanes add
  const clang::VarDecl *Into = nullptr; ///< v of `v += shuffle of v`; null: a function adds
};

/// The sum that a call computes over lanes, in which a lane with the value 0 changes nothing for
/// the others: a shuffle in `v += ...` (`Whole`), or a function that only adds to its parameter and
/// returns it.
std::optional<LaneSum> laneSum(const clang::CallExpr *Call, const clang::Expr *Whole);

} // namespace cudafix::transform
