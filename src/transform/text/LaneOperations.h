// SPDX-License-Identifier: Apache-2.0
//
// Operations of a warp in the source, and sums over its lanes.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace cudafix::transform {

/// A shuffle, vote, match, reduction or __syncwarp, also of a tile of threads.
bool isLaneOperation(const clang::CallExpr *Call);

/// Returns true if the function makes such an operation, itself or in one that it calls.
bool makesLaneOperation(const clang::FunctionDecl *F);

struct LaneSum {
  const clang::Expr *Value;             ///< what the lanes add
  const clang::VarDecl *Into = nullptr; ///< v of `v += shuffle of v`; null: a function adds
};

/// A call in which a lane with the value 0 changes nothing for the others: a shuffle in `v += ...`,
/// which is `Whole`, or a function that does nothing else to its parameter and returns it.
std::optional<LaneSum> laneSum(const clang::CallExpr *Call, const clang::Expr *Whole);

} // namespace cudafix::transform
