// SPDX-License-Identifier: Apache-2.0
//
// Repairs that are right for one block size, or one value of a parameter, say so in the kernel:
// a static_assert where a constant of the program holds the size, else a comment.
#pragma once

#include "transform/Transform.h"

namespace cudafix::transform {

/// Adds the line to the edits of `R`, as the first of the kernel's body.
void stateInKernel(const Context &C, llvm::ArrayRef<NeededCondition> Assumed, Repair &R);

} // namespace cudafix::transform
