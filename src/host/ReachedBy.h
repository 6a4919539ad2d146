// SPDX-License-Identifier: Apache-2.0
//
// What control that comes to a place of the host has passed on its way.
#pragma once

#include "host/HostTerms.h"

namespace cudafix::host {

/// A condition that holds whenever control goes from the end of `From` to `To`: that of the
/// branches that do not lead elsewhere, as to an exception, a return or the end of the program.
/// Constant true where nothing is known.
Expr conditionToReach(HostTerms &T, ExprContext &C, llvm::BasicBlock *From, llvm::BasicBlock *To);

} // namespace cudafix::host
