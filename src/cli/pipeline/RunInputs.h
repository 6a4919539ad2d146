// SPDX-License-Identifier: Apache-2.0
//
// Dimensions and scalars of a run that showed something.
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::cli {

/// The launch with the dimensions and scalars of a run of it. Sizes that may violate a convention
/// are only tried.
Launch launchOfRun(const Kernel &K, const Launch &L, const Witness &Ran);

} // namespace cudafix::cli
