// SPDX-License-Identifier: Apache-2.0
//
// Host IR reduced to what a launch can be reached through.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::host {

/// Turns invokes that only unwind into destructors into calls: what is thrown past them never
/// reaches the code that follows. Handlers of the program's own stay.
void lowerCleanups(llvm::Module &M);

/// Ends blocks at calls of functions that never return, whether they are declared so
/// or all their paths end in such a call.
void endNoReturnCalls(llvm::Module &M);

/// Moves memory into registers and folds arithmetic; the branches stay the source's.
void simplify(llvm::Function &F);

/// Repeats the body of a loop for each of its few iterations where the iteration picks what is
/// launched, or the dimensions, from an array: each choice is a launch of its own then.
void unrollChoices(llvm::Function &F);

} // namespace cudafix::host
