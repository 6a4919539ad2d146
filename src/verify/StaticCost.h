// SPDX-License-Identifier: Apache-2.0
//
// What the synchronization of a kernel costs one thread, counted on the model: barriers
// and atomics, each as often as the loops around it run.
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::verify {

/// "atomics", "block_barriers", "warp_barriers", at the first launch.
Cost staticCost(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::verify
