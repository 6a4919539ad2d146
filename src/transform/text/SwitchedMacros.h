// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a build can choose: macros whose definition stands under a condition of the
// preprocessor, or in the command line. What is proved holds for the value they have here.
#pragma once

#include "transform/Transform.h"

namespace cudafix::transform {

/// "TILE == 16" for each such macro with an integer as its value that the kernel names.
std::vector<NeededCondition> switchedMacros(const Context &C);

} // namespace cudafix::transform
