// SPDX-License-Identifier: Apache-2.0
//
// Code of a kernel that only exists in builds with other macros, for which the proofs do not hold.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Makes a repair that removes a barrier from its place at most suggested, with a reason, if code
/// that conditional directives leave out, or another definition of a macro, mentions memory that
/// threads share: that code may need the barrier.
void limitToThisBuild(const Context &C, Repair &R);

} // namespace cudafix::transform
