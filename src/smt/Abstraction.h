// SPDX-License-Identifier: Apache-2.0
//
// Weaker questions that often have no solution either: a thread's stride is any number instead of a
// power of two, or a thread may be anywhere instead of where loaded data sends it.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// Replaces each largest term that shifts by a variable amount and is the same for all threads by
/// an unknown: whether two threads meet rarely depends on how their common stride was computed.
/// Every solution of the constraints is also one of the result. Empty when nothing was replaced.
std::vector<Expr> withPlainStrides(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The constraints, and the parts of conjunctions, that do not read memory. Empty when all or none
/// of them read it.
std::vector<Expr> withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// Returns the first constraint, and of the others the parts that do not read memory, are small,
/// contain no product of values that all threads share (how a dimension was computed seldom
/// matters), and combine bits only if the first constraint does. Empty when nothing is left out.
std::vector<Expr> withoutTangles(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The same question with all conjunctions split and each part replaced by true inside the others.
/// Empty when that changes nothing.
std::vector<Expr> settled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
