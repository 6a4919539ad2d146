// SPDX-License-Identifier: Apache-2.0
//
// The cost of a kernel's synchronization for one thread, counted on the model: barriers and
// atomics, each multiplied by the trip counts of the loops around it.
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::verify {

/// "atomics", "block_barriers" and "warp_barriers" for the first launch.
Cost staticCost(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::verify
