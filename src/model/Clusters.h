// SPDX-License-Identifier: Apache-2.0
//
// Thread block clusters. The number of blocks of a cluster in each dimension is a term; its value
// comes from __cluster_dims__ or from the launch.
#pragma once

#include "model/Launch.h"
#include <array>

namespace cudafix {

/// The number of blocks of a cluster along a dimension: 32 bits, at least 1, the same for all
/// threads of a launch.
Expr clusterDim(ExprContext &C, unsigned Dim);
/// "clusterDim.x" and so on.
std::string clusterDimName(unsigned Dim);
/// The number of blocks of a cluster in each dimension, if the kernel's code or the launch gives
/// it.
std::optional<std::array<unsigned, 3>> clusterOf(const Kernel &K, const Launch &L);
/// Returns true if blocks of a cluster meet at a barrier in the kernel, or may access each other's
/// shared memory.
bool usesClusters(const Kernel &K);

/// Distance in bytes between the shared memories of two blocks with consecutive ranks in a cluster.
/// It is more than the shared memory of a block.
constexpr uint64_t BytesOfRank = 1 << 20;

} // namespace cudafix
