// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a template is given. What is proved of its instances here holds for these alone.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// "WIDTH == 64" for each number or flag that the kernel, or a device function that it calls, has
/// as a template argument and computes with; sorted.
std::vector<std::string> templateNumbers(const Context &C);

/// Makes a repair that takes a barrier from its place at most suggested, and says why, where the
/// kernel computes with template arguments: another one may need the barrier.
void limitToArguments(const Context &C, Repair &R);

} // namespace cudafix::transform
