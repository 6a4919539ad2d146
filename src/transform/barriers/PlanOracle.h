// SPDX-License-Identifier: Apache-2.0
//
// Answers the questions of a barrier plan with src/analysis, over all launches of a kernel.
#pragma once

#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

/// The oracle for the plans of one kernel; `Launches` must outlive it.
PlanOracle planOracle(llvm::ArrayRef<Launch> Launches, const analysis::RaceOptions &Opts);

} // namespace cudafix::transform
