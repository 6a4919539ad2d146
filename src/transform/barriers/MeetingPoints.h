// SPDX-License-Identifier: Apache-2.0
//
// The flow graph after the branches around a chosen barrier are split: threads that do not reach
// the barrier's place wait for it where the branches meet.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "analysis/flow/Phases.h"

namespace cudafix::transform {

/// `K` with a slot on every path around a slot that has a barrier of `Set` and that not all threads
/// reach; the new slots are turned on in `Set`. Accesses keep their ids.
Kernel withMeetingPoints(const Kernel &K, const analysis::FlowPaths &Paths,
                         analysis::BarrierSet &Set);

/// Returns true if `Set` has a barrier in a slot that not all threads reach.
bool needsMeetingPoints(const Kernel &K, const analysis::FlowPaths &Paths,
                        const analysis::BarrierSet &Set);

} // namespace cudafix::transform
