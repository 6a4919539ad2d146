// SPDX-License-Identifier: Apache-2.0
//
// Warp barriers for some lanes: `if (tid < 16) { ...; __syncwarp(0xffff); ... }`.
#pragma once

#include "transform/RepairKind.h"
#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

/// The lanes that reach a node, if they are the same in every warp that reaches it and under every
/// launch; nullopt: that is not proved.
std::optional<uint32_t> lanesAt(const analysis::FlowPaths &Paths, const Kernel &K, NodeId N,
                                llvm::ArrayRef<Launch> Launches, const analysis::RaceOptions &Opts);

/// The plan without split branches: the warp barriers inside them name the lanes that reach them.
/// Nullopt if no branch is split, or the lanes are not known.
std::optional<BarrierPlan> nameLanes(const PlanKernel &PK, const BarrierPlan &Plan,
                                     const PlanOracle &Oracle);

/// The name of another kernel that calls a device function with new warp barriers, if the lanes
/// that reach them there are not exactly those for which the barriers wait; else empty.
std::string lanesPartIn(const Context &C, const BarrierChange &Change);

/// "__syncwarp()", "__syncwarp(0xffff)"
std::string warpBarrierCall(uint32_t Mask);

} // namespace cudafix::transform
