// SPDX-License-Identifier: Apache-2.0
//
// The two ways a query can be answered; Solver.cpp tries them in turn.
#pragma once

#include "smt/Session.h"

namespace cudafix::smt {

/// Units left for a query, counted down over its checks.
struct Allowance {
  uint64_t Units;
};

/// Where the integer encoding ended: in presolve, without Z3; not tried, because bits are combined;
/// or in Z3, with bits combined (bit-vectors do better than a second try) or not.
enum class LinearStage : uint8_t { Presolved, PrefersBits, SolvedBits, Solved };

struct LinearStrategy {
  unsigned Arithmetic; ///< Z3's smt.arith.solver
  bool Force;          ///< also questions that combine bits
};

/// Integers (Encoder.h): presolved, then Z3 with refinement of the products.
Satisfiability solveLinear(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints,
                           const Budget &B, Allowance &Left, LinearStrategy How,
                           LinearStage &Stage);

/// Bit-vectors of the exact widths.
Satisfiability solveBitVectors(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints,
                               const Budget &B, Allowance &Left);

} // namespace cudafix::smt
