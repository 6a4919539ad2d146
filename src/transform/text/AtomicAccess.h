// SPDX-License-Identifier: Apache-2.0
//
// Makes plain loads and stores of a cell that other threads access at the same time loads and
// stores of cuda::atomic_ref, if an algorithm means them so: flags that are waited for, words that
// atomics update, chains that are followed.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Empty if the race is of another kind; an Error says why the race is not repaired.
llvm::Expected<std::vector<Repair>> makeAccessesAtomic(const Context &C, const Finding &F);

} // namespace cudafix::transform
