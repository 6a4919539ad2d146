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

/// Takes it that products of 64 bits which a parameter receives (counts of elements) do not wrap
/// around.
void boundCounts(ExprContext &Ctx, Launch &L);

} // namespace cudafix::host
