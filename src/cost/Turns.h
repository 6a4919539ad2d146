// SPDX-License-Identifier: Apache-2.0
//
// How often loops are likely to run; used where costs are weighed against each other.
#pragma once

#include "model/Launch.h"
#include <vector>

namespace cudafix::cost {

/// Turns that a warp makes each time it comes to a loop, by LoopId: the bound of the loop's trip
/// count, with the launch's values, and customary values for parameters and dimensions that the
/// launch does not give. 10 for a loop that has no bound.
std::vector<double> expectedTurns(const Kernel &K, const Launch &L);

} // namespace cudafix::cost
