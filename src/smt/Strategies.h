// SPDX-License-Identifier: Apache-2.0
//
// The two encodings in which a query can be answered; Attempt.cpp chooses between them.
#pragma once

#include "smt/Session.h"

namespace cudafix::smt {

/// Units left for a query, counted down over its checks.
struct Allowance {
  uint64_t Units;
};

/// How the integer encoding ended: decided by presolve without Z3; not tried because bits are
/// combined; or asked of Z3, with bits combined (bit-vectors do better than a second try) or not.
enum class LinearStage : uint8_t { Presolved, PrefersBits, SolvedBits, Solved };

struct LinearStrategy {
  unsigned Arithmetic; ///< value of Z3's smt.arith.solver
  bool Force;          ///< also encode questions that combine bits
};

/// Integers (Encoder.h): presolved, then Z3 with refinement of the products.
Satisfiability solveLinear(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints,
                           const Budget &B, Allowance &Left, LinearStrategy How,
                           LinearStage &Stage);

/// Bit-vectors of the exact widths.
Satisfiability solveBitVectors(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints,
                               const Budget &B, Allowance &Left);

} // namespace cudafix::smt
