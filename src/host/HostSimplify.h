// SPDX-License-Identifier: Apache-2.0
//
// Host IR reduced to what a launch can be reached through.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::host {

/// Invokes that unwind into destructors only become calls: what is thrown past them never
/// reaches the code that follows. Handlers of the program's own stay.
void lowerCleanups(llvm::Module &M);

/// Nothing comes after a call of a function that never returns, whether it is declared so
/// or all its paths end in such a call.
void endNoReturnCalls(llvm::Module &M);

/// Memory into registers and arithmetic folded; the branches stay the source's.
void simplify(llvm::Function &F);

/// Repeats the body of a loop for each of its few iterations where the iteration picks what is
/// launched, or the dimensions, from an array: each choice is a launch of its own then.
void unrollChoices(llvm::Function &F);

} // namespace cudafix::host
