// SPDX-License-Identifier: Apache-2.0
//
// Plain loads and stores of a cell that other threads access meanwhile, as an algorithm means them
// to (flags that are waited for, words that atomics update, chains that are followed), as loads
// and stores of cuda::atomic_ref.
#pragma once

#include "transform/Transform.h"

namespace cudafix::transform {

/// Nothing where the race is of another kind; an Error says why such a race is left alone.
llvm::Expected<std::vector<Repair>> makeAccessesAtomic(const Context &C, const Finding &F);

} // namespace cudafix::transform
