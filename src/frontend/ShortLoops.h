// SPDX-License-Identifier: Apache-2.0
//
// Short loops that can only be understood turn by turn: loops over arrays of a thread, whose
// elements become values (`for (int i = 0; i < 3; ++i) offset += coords[i] * strides[i];`), and
// loops that reach a barrier in only some of their turns.
#pragma once

#include "frontend/PassManagers.h"

namespace cudafix::frontend {

/// Unrolls such loops completely, innermost first. Returns true if there were any.
bool unrollShortLoops(llvm::Function &F, PassManagers &P);

} // namespace cudafix::frontend
