// SPDX-License-Identifier: Apache-2.0
//
// How many blocks a cluster of a launch has.
#pragma once

#include "host/HostTerms.h"
#include "model/Kernel.h"

namespace cudafix::host {

/// What the launch says of the dimensions of clusters, for a kernel that uses them and does not say
/// so itself; empty: nothing that is known. A launch that gives its blocks no cluster has one of
/// each (CUDA C++ Programming Guide, "Thread Block Clusters").
std::vector<Expr> clusterFacts(llvm::CallBase &Call, const Kernel &K, HostMemory &Memory,
                               HostTerms &Terms);

} // namespace cudafix::host
