// SPDX-License-Identifier: Apache-2.0
//
// Code of a kernel that only builds with other macros have. What is proved here does not hold
// there.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Makes a repair that takes a barrier from its place at most suggested, and says why, where code
/// that conditional directives leave out, or another definition of a macro, names memory that
/// threads share: it may need the barrier.
void limitToThisBuild(const Context &C, Repair &R);

} // namespace cudafix::transform
