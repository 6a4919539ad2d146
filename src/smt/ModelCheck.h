// SPDX-License-Identifier: Apache-2.0
//
// Evaluates the constraints under a model, before the answer "satisfiable" is believed.
#pragma once

#include "model/Satisfiability.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::smt {

enum class Checked : uint8_t { Holds, Fails, Overflows };

/// The value of an application with these values of its arguments.
using ValueOfApplication = llvm::function_ref<uint64_t(Expr, llvm::ArrayRef<uint64_t>)>;

/// Gives every application in the constraints its value from `ValueOf` (modulo its width) and
/// evaluates them. One symbol with equal arguments has one value, unless `ValueOf` contradicts
/// itself. Overflows: the constraints hold, but a term wraps that must not (nsw, nuw).
Checked checkModel(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                   ValueOfApplication ValueOf, Satisfiable &Model);

/// Evaluates the constraints under a model of other constraints. An application that the model does
/// not fix gets the value within its symbol's bounds that is nearest to 0; if the constraints do
/// not hold, tries again with different values for loads from different places.
Checked checkModelOf(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                     const Satisfiable &Other, Satisfiable &Model);

} // namespace cudafix::smt
