// SPDX-License-Identifier: Apache-2.0
//
// One question, answered with the first step that can: simplification, weaker questions, integers,
// bit-vectors.
#pragma once

#include "smt/AnswerTable.h"
#include "smt/Session.h"

namespace cudafix::smt {

/// Answers the question with about the units of the budget. `Examples`: whether to look for
/// examples with small sizes. `AsBefore`: how a question of this shape was refuted; it is tried
/// first.
Answer attempt(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints, const Budget &B,
               bool Examples, Way AsBefore);

} // namespace cudafix::smt
