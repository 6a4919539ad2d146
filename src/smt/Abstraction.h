// SPDX-License-Identifier: Apache-2.0
//
// Weaker questions that are often as good: strides that halve or double as plain numbers,
// and threads that may be anywhere the data could send them.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with an unknown in the place of each largest term that shifts by a variable
/// amount and is the same for all threads: whether two threads meet rarely depends on how a
/// stride they share came about. Every solution of the constraints is one of the result; empty
/// when nothing was replaced.
std::vector<Expr> withPlainStrides(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The constraints, and the parts of conjunctions, that read no memory; empty when all or none
/// of them do.
std::vector<Expr> withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The first constraint, and of the others those parts that read no memory, are small, have
/// no product of what all threads share (how a dimension came about seldom matters), and combine
/// no bits unless the first one does. Empty when nothing is left out.
std::vector<Expr> withoutTangles(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The same question: the parts of all conjunctions, each taken as true inside the others.
/// Empty when that changes nothing.
std::vector<Expr> settled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
