// SPDX-License-Identifier: Apache-2.0
//
// Blocks of a cluster: how many there are is a term of each dimension, of which __cluster_dims__
// and launches say the value.
#pragma once

#include "model/Launch.h"
#include <array>

namespace cudafix {

/// The blocks of a cluster along a dimension: 32 bits, the same for all threads of a launch, from 1
/// on.
Expr clusterDim(ExprContext &C, unsigned Dim);
/// "clusterDim.x" and so on.
std::string clusterDimName(unsigned Dim);
/// Blocks of a cluster in each dimension, by what the kernel's code or the launch says; nullopt:
/// not known.
std::optional<std::array<unsigned, 3>> clusterOf(const Kernel &K, const Launch &L);
/// Returns true if blocks of a cluster meet in the kernel, or may access each other's memory.
bool usesClusters(const Kernel &K);

/// Arrays of other blocks' shared memory, each block's so many bytes behind that of the rank
/// before: more than a block has.
constexpr uint64_t BytesOfRank = 1 << 20;

} // namespace cudafix
