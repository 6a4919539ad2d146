// SPDX-License-Identifier: Apache-2.0
//
// Selects the relations at a launch that matter to the kernel.
#pragma once

#include "host/HostTerms.h"
#include "model/Launch.h"

namespace cudafix::host {

/// Renames host values to the kernel's names, drops relations that are not connected to the kernel,
/// and adds the rest to the launch as facts.
void keepRelevant(std::vector<Fact> Relations, const HostTerms &T, const Kernel &K, Launch &Into);

/// Takes it that products which a parameter or a dimension receives (counts of elements) and those
/// that make up the size of an allocation do not wrap around, and that a parameter of 32 bits keeps
/// the value of a number of 64 bits. What an index of the kernel is multiplied by is less than
/// 2^31, as the index is.
void boundCounts(const Kernel &K, Launch &L);

} // namespace cudafix::host
