// SPDX-License-Identifier: Apache-2.0
//
// Numbers that a template is given. What is proved of its instances here holds for these alone.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Makes a repair that takes a barrier from its place at most suggested, and says why, where the
/// kernel, or a device function that it calls, computes with numbers or flags that are template
/// arguments: others may need the barrier.
void limitToArguments(const Context &C, Repair &R);

} // namespace cudafix::transform
