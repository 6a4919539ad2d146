// SPDX-License-Identifier: Apache-2.0
//
// How many blocks a cluster of a launch has.
#pragma once

#include "host/HostTerms.h"
#include "model/Kernel.h"

namespace cudafix::host {

/// What the launch says about the dimensions of clusters, for a kernel that uses clusters but does
/// not declare their size; empty: nothing is known. In a launch without a cluster size, each
/// cluster has one block (CUDA C++ Programming Guide, "Thread Block Clusters").
std::vector<Expr> clusterFacts(llvm::CallBase &Call, const Kernel &K, HostMemory &Memory,
                               HostTerms &Terms);

} // namespace cudafix::host
