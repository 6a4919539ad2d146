// SPDX-License-Identifier: Apache-2.0
//
// The question most callers ask, and the only answer they act on.
#pragma once

#include "smt/Solver.h"

namespace cudafix::smt {

/// Returns true if the conditions, 1 bit each, provably cannot hold together.
inline bool impossible(Workspace &W, llvm::ArrayRef<Expr> Conditions, const Budget &B = {}) {
  return std::holds_alternative<Unsatisfiable>(Solver(W).satisfiable(Conditions, B));
}

/// The same, asked of each group of conditions that symbols connect: of many conditions, most say
/// nothing of each other, and one group comes in many questions. `B` is for each group.
bool impossibleInGroups(Workspace &W, llvm::ArrayRef<Expr> Conditions, const Budget &B = {});

} // namespace cudafix::smt
