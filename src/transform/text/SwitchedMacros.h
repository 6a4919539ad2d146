// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a build can choose: macros defined under a preprocessor condition or on the command
// line. Proofs hold only for their current values.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// "TILE == 16" for each such macro with an integer value that the kernel uses.
std::vector<NeededCondition> switchedMacros(const Context &C);

} // namespace cudafix::transform
