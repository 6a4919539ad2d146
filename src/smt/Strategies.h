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

/// Integers (Encoder.h): presolved, then Z3 with refinement of the products.
/// `Stage` tells how far it came; unless forced, it leaves bit tricks to bit-vectors.
enum class LinearStage : uint8_t { Presolved, PrefersBits, Solved };
Verdict solveLinear(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints, const Budget &B,
                    Allowance &Left, LinearStage &Stage, bool Force);

/// Bit-vectors of the exact widths.
Verdict solveBitVectors(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints,
                        const Budget &B, Allowance &Left);

} // namespace cudafix::smt
