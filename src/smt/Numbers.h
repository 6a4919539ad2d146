// SPDX-License-Identifier: Apache-2.0
//
// A weaker question for indices whose bits are combined: whether i ^ j of one thread meets
// that of another does not depend on what i is made of, only on its being another number.
#pragma once

#include "smt/Peel.h"

namespace cudafix::smt {

struct Numbered {
  std::vector<Expr> Alone;  ///< what speaks of the numbers
  std::vector<Expr> Others; ///< that, and what else is small; empty where nothing is
};

/// The constraints with blockIdx.x * blockDim.x + threadIdx.x, and what else threads are
/// numbered by, put as one unknown for each of the two threads, where `Refuted` shows that they
/// always differ and lie in [0, 2^31). Any solution of the constraints is one of each result.
/// Both empty where no bits are combined or nothing was put so.
Numbered numbered(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted);

} // namespace cudafix::smt
