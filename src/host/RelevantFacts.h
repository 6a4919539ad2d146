// SPDX-License-Identifier: Apache-2.0
//
// Selects the relations at a launch that say something about the kernel.
#pragma once

#include "host/HostTerms.h"
#include "model/Launch.h"

namespace cudafix::host {

/// Names host values as the kernel does, drops what does not connect to it, and adds the
/// rest to the launch as facts.
void keepRelevant(std::vector<Fact> Relations, const HostTerms &T, const Kernel &K, Launch &Into);

} // namespace cudafix::host
