// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a build can choose: macros that are defined under a condition of the preprocessor,
// or on the command line. Proofs hold only for the values that they have here.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// "TILE == 16" for each such macro with an integer value that the kernel names.
std::vector<NeededCondition> switchedMacros(const Context &C);

} // namespace cudafix::transform
