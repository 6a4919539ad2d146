// SPDX-License-Identifier: Apache-2.0
//
// Numbers that are template arguments. Proofs about the instances in this unit hold only for these
// numbers.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Makes a repair that removes a barrier from its place at most suggested, with a reason, if the
/// kernel, or a device function that it calls, computes with template arguments: instances with
/// other numbers or flags may need the barrier.
void limitToArguments(const Context &C, Repair &R);

} // namespace cudafix::transform
