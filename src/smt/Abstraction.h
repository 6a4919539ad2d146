// SPDX-License-Identifier: Apache-2.0
//
// Weaker questions that are often as good: strides that halve or double as plain numbers,
// and threads that may be anywhere the data could send them.
#pragma once

#include "model/Expr.h"
#include <vector>

namespace cudafix::smt {

/// The constraints with each largest number that shifts by a variable amount and is no
/// thread's own put as one unknown of its width. Whether two threads meet rarely depends
/// on how a stride they share came about. Any solution of the constraints is one of the
/// result; empty when nothing was put so.
std::vector<Expr> withPlainStrides(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The constraints, and the parts of conjunctions, that read no memory; empty when all or none
/// of them do.
std::vector<Expr> withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The first constraint, and of the others those parts that read no memory, are small, have
/// no product of what all threads share (how a dimension came about seldom matters), and combine
/// no bits unless the first one does. Empty when nothing is left out.
std::vector<Expr> withoutTangles(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

/// The parts of all conjunctions, with what one of them says put as true inside the others:
/// the same question. Empty when nothing is put so.
std::vector<Expr> settled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
