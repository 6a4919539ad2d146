// SPDX-License-Identifier: Apache-2.0
//
// Narrows the tail of a reduction in one warp, `s[t] += s[t + 16]` by 32 lanes: half of the lanes
// compute values that nobody reads, and their stores race with reads of the others. With the guard
// `t < 16`, the statement need not be split.
#pragma once

#include "transform/RepairKind.h"
#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

/// The plan with guards instead of split statements, for all of them and in every call of their
/// function; nullopt if one has another form, or a thread may read what is no longer written.
std::optional<BarrierPlan> narrowGuards(const Context &C, const PlanKernel &PK,
                                        const BarrierPlan &Plan);

} // namespace cudafix::transform
