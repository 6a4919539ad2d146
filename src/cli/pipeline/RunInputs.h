// SPDX-License-Identifier: Apache-2.0
//
// Dimensions and scalars with which a run showed something.
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::cli {

/// The launch with the dimensions and scalars of a run of it. Sizes that a convention may speak
/// against are tried only.
Launch launchOfRun(const Kernel &K, const Launch &L, const Witness &Ran);

} // namespace cudafix::cli
