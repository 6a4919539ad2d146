// SPDX-License-Identifier: Apache-2.0
//
// The blocks of a cluster: their number in each dimension is a term, whose value __cluster_dims__
// and launches give.
#pragma once

#include "model/Launch.h"
#include <array>

namespace cudafix {

/// The blocks of a cluster along a dimension: 32 bits, the same for all threads of a launch, from 1
/// on.
Expr clusterDim(ExprContext &C, unsigned Dim);
/// "clusterDim.x" and so on.
std::string clusterDimName(unsigned Dim);
/// The number of blocks of a cluster in each dimension, if the kernel's code or the launch gives
/// it.
std::optional<std::array<unsigned, 3>> clusterOf(const Kernel &K, const Launch &L);
/// Returns true if blocks of a cluster meet in the kernel, or may access each other's memory.
bool usesClusters(const Kernel &K);

/// Distance in bytes between the shared memories of the blocks of a cluster, by rank: more than a
/// block has.
constexpr uint64_t BytesOfRank = 1 << 20;

} // namespace cudafix
