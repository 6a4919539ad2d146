// SPDX-License-Identifier: Apache-2.0
//
// A weaker question for indices whose bits are combined: whether i ^ j of one thread equals that of
// another depends only on the two threads having different i, not on how i is computed.
#pragma once

#include "smt/Peel.h"

namespace cudafix::smt {

/// Constraints over the new unknowns, in a small and a larger selection.
struct Numbered {
  std::vector<Expr> Alone;  ///< the constraints that contain the new unknowns
  std::vector<Expr> Others; ///< these, and other small constraints; empty if there are none
};

/// Replaces blockIdx.x * blockDim.x + threadIdx.x, and other numbers of a thread, by one unknown
/// for each of the two threads, if `Refuted` shows that the two always differ and lie in [0, 2^31).
/// Every solution of the constraints is also one of each result. Both are empty if no bits are
/// combined or nothing was replaced.
Numbered numbered(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted);

} // namespace cudafix::smt
