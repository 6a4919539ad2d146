// SPDX-License-Identifier: Apache-2.0
//
// Short loops over arrays of a thread's own, as those that make an offset of coordinates and
// strides: `for (int i = 0; i < 3; ++i) offset += coords[i] * strides[i];`. Turn by turn, the
// elements are values.
#pragma once

#include "frontend/PassManagers.h"

namespace cudafix::frontend {

/// Writes the turns of such loops out, innermost first. Returns true if there were any.
bool unrollLocalLoops(llvm::Function &F, PassManagers &P);

} // namespace cudafix::frontend
