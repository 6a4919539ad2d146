// SPDX-License-Identifier: Apache-2.0
//
// Weaker questions that are often refuted as well: the thread's stride is any number rather than a
// power of two, or a thread may be anywhere rather than where the data sends it.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with an unknown in place of each largest term that shifts by a variable amount
/// and is the same for all threads: whether two threads meet rarely depends on how the stride they
/// share was computed. Every solution of the constraints is also one of the result. Empty when
/// nothing was replaced.
std::vector<Expr> withPlainStrides(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The constraints, and the parts of conjunctions, that do not read memory. Empty when all or none
/// of them read it.
std::vector<Expr> withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The first constraint, and those parts of the others that do not read memory, are small, hold no
/// product of values that all threads share (how a dimension was computed seldom matters), and
/// combine bits only if the first one does. Empty when nothing is left out.
std::vector<Expr> withoutTangles(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The same question in parts: all conjunctions are split, and each part is taken as true inside
/// the others. Empty when that changes nothing.
std::vector<Expr> settled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
