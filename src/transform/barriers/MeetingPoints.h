// SPDX-License-Identifier: Apache-2.0
//
// What the flow graph looks like once the branches around a chosen barrier are split: the
// threads that do not come by the barrier's place wait for it where the branches meet.
#pragma once

#include "analysis/flow/FlowPaths.h"
#include "analysis/flow/Phases.h"

namespace cudafix::transform {

/// `K` with a slot on every way around a barrier of `Set` in a slot that not all threads
/// reach; `Set` grows by these slots, turned on. Accesses keep their ids.
Kernel withMeetingPoints(const Kernel &K, const analysis::FlowPaths &Paths,
                         analysis::BarrierSet &Set);

/// Returns true if a barrier of `Set` stands in a slot that not all threads reach.
bool needsMeetingPoints(const Kernel &K, const analysis::FlowPaths &Paths,
                        const analysis::BarrierSet &Set);

} // namespace cudafix::transform
