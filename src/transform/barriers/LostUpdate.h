// SPDX-License-Identifier: Apache-2.0
//
// Finds updates of one memory cell by several threads: a load, a computation, a store. A barrier
// between the load and the store does not help.
#pragma once

#include "transform/RepairKind.h"
#include <string>

namespace cudafix::transform {

/// Returns true if the value that `Write` stores, or whether it stores, depends on what `Read`
/// loads from the same place.
bool isUpdate(const frontend::KernelUnit &K, AccessId Read, AccessId Write);

/// Returns why a barrier between the two accesses of a race does not repair it: they load and store
/// one cell that several threads update at once, and all updates but one are lost. Empty: they do
/// not.
std::string lostUpdate(const Context &C, const Finding &F);

} // namespace cudafix::transform
