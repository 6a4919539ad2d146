// SPDX-License-Identifier: Apache-2.0
//
// The question that most callers ask: they act only on the answer that conditions cannot hold.
#pragma once

#include "smt/Solver.h"

namespace cudafix::smt {

/// Returns true if the conditions, 1 bit each, provably cannot hold together.
inline bool impossible(Workspace &W, llvm::ArrayRef<Expr> Conditions, const Budget &B = {}) {
  return std::holds_alternative<Unsatisfiable>(Solver(W).satisfiable(Conditions, B));
}

/// The same, asked separately for each group of conditions connected by common symbols: most
/// conditions are unrelated, and the same group occurs in many questions. `B` applies to each
/// group.
bool impossibleInGroups(Workspace &W, llvm::ArrayRef<Expr> Conditions, const Budget &B = {});

} // namespace cudafix::smt
