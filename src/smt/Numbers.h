// SPDX-License-Identifier: Apache-2.0
//
// A weaker question for indices whose bits are combined: whether i ^ j of one thread equals that of
// another does not depend on how i is computed, only on the two threads having different i.
#pragma once

#include "smt/Peel.h"

namespace cudafix::smt {

struct Numbered {
  std::vector<Expr> Alone;  ///< constraints that hold the new unknowns
  std::vector<Expr> Others; ///< these and other small constraints; empty if there are none
};

/// The constraints with blockIdx.x * blockDim.x + threadIdx.x, and other numbers of a thread,
/// replaced by one unknown for each of the two threads, if `Refuted` shows that the two always
/// differ and lie in [0, 2^31). Every solution of the constraints is also one of each result. Both
/// empty if no bits are combined or nothing was replaced.
Numbered numbered(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted);

} // namespace cudafix::smt
