// SPDX-License-Identifier: Apache-2.0
//
// Short loops that are only understood turn by turn: loops over arrays of a thread, whose elements
// become values (`for (int i = 0; i < 3; ++i) offset += coords[i] * strides[i];`), and loops that
// meet a barrier in some of their turns.
#pragma once

#include "frontend/PassManagers.h"

namespace cudafix::frontend {

/// Writes the turns of such loops out, innermost first. Returns true if there were any.
bool unrollShortLoops(llvm::Function &F, PassManagers &P);

} // namespace cudafix::frontend
