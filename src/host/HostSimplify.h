// SPDX-License-Identifier: Apache-2.0
//
// Reduces host IR to what matters for reaching a launch.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::host {

/// Turns invokes that only unwind into destructors into calls, because an exception never reaches
/// the code that follows. Handlers of the program itself stay.
void lowerCleanups(llvm::Module &M);

/// Ends blocks at calls of functions that never return, whether they are declared so
/// or all their paths end in such a call.
void endNoReturnCalls(llvm::Module &M);

/// Promotes memory to registers and folds arithmetic; branches stay as in the source.
void simplify(llvm::Function &F);

/// Unrolls a loop with few iterations if the iteration selects the launched kernel, or the
/// dimensions, from an array: each selection then is a separate launch.
void unrollChoices(llvm::Function &F);

} // namespace cudafix::host
