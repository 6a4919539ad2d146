// SPDX-License-Identifier: Apache-2.0
//
// Dimensions and scalars with which a run showed something.
#pragma once

#include "model/Finding.h"
#include "model/Launch.h"

namespace cudafix::cli {

/// The launch with the dimensions and scalars of a run.
Launch asRun(const Kernel &K, const Launch &L, const Witness &W);

/// Returns true if the scalars that the run made up break no convention: they are powers of two,
/// rows of such a length hold the whole grid, and sizes hold whole parts.
bool isCustomary(const Kernel &K, const Launch &L, const Witness &W);

} // namespace cudafix::cli
