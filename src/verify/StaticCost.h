// SPDX-License-Identifier: Apache-2.0
//
// What the synchronization of a kernel costs one thread, counted on the model: barriers
// and atomics, each as often as the loops around it run.
#pragma once

#include "model/Finding.h"

namespace cudafix::verify {

/// "atomics", "block_barriers", "warp_barriers". A loop of unknown trip count counts
/// tenfold.
Cost staticCost(const Kernel &K);

} // namespace cudafix::verify
