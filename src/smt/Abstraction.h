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

/// The constraints that read no memory; empty when all or none of them do.
std::vector<Expr> withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
