// SPDX-License-Identifier: Apache-2.0
//
// Conditions that host code has passed when it reaches a place.
#pragma once

#include "host/HostTerms.h"

namespace cudafix::host {

/// A condition that holds whenever control goes from the end of `From` to `To`: that of the
/// branches which do not lead elsewhere (to an exception, a return or the end of the program).
/// Constant true if nothing is known.
Expr conditionToReach(HostTerms &T, ExprContext &C, llvm::BasicBlock *From, llvm::BasicBlock *To);

} // namespace cudafix::host
