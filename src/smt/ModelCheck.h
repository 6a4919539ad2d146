// SPDX-License-Identifier: Apache-2.0
//
// No sat answer is believed before its constraints were evaluated.
#pragma once

#include "model/Satisfiability.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::smt {

enum class Checked : uint8_t { Holds, Fails, Overflows };

/// Values for every application in the constraints from `ValueOf` (modulo the width), made
/// consistent: one value for one symbol and equal arguments, unless `ValueOf` disagrees
/// with itself. Overflows: the constraints hold, but a term wraps that must not (nsw, nuw).
Checked checkModel(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                   llvm::function_ref<uint64_t(Expr)> ValueOf, Satisfiable &Model);

} // namespace cudafix::smt
