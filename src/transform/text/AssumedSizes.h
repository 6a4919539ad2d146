// SPDX-License-Identifier: Apache-2.0
//
// States in the kernel that a repair is right for one block size, or one value of a parameter,
// only: by a static_assert if a constant of the program holds the value, else by a comment.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Adds such a line to the edits of `R`, as the first of the kernel's body.
void stateInKernel(const Context &C, llvm::ArrayRef<NeededCondition> Assumed, Repair &R);

} // namespace cudafix::transform
