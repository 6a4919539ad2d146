// SPDX-License-Identifier: Apache-2.0
//
// Evaluates the constraints under a model, before the answer "satisfiable" is believed.
#pragma once

#include "model/Satisfiability.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::smt {

enum class Checked : uint8_t { Holds, Fails, Overflows };

/// Gives every application in the constraints its value from `ValueOf` (modulo its width) and
/// evaluates them. One symbol with equal arguments has one value, unless `ValueOf` contradicts
/// itself. Overflows: the constraints hold, but a term wraps that must not (nsw, nuw).
Checked checkModel(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                   llvm::function_ref<uint64_t(Expr)> ValueOf, Satisfiable &Model);

} // namespace cudafix::smt
