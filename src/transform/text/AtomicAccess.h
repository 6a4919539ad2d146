// SPDX-License-Identifier: Apache-2.0
//
// Turns plain loads and stores of a cell that other threads access concurrently into loads and
// stores of cuda::atomic_ref, if the algorithm intends them to be atomic: flags that are waited
// for, words that atomics update, chains that are followed.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Empty if the race is of another kind; fails with the reason if the race cannot be repaired.
llvm::Expected<std::vector<Repair>> makeAccessesAtomic(const Context &C, const Finding &F);

} // namespace cudafix::transform
