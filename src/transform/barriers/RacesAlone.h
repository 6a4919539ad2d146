// SPDX-License-Identifier: Apache-2.0
//
// Races on values that decide a branch also make threads miss the barriers behind it. Barriers
// against the races are then sufficient: no branch is split, and no loop made uniform.
#pragma once

#include "analysis/question/Race.h"
#include "transform/RepairKind.h"
#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

using TakePlan = llvm::function_ref<void(const BarrierPlan &)>;

/// Passes to `Take` a plan of barriers against all races of the problem, if threads then meet at
/// barriers that otherwise diverge. While `Take` runs, the kernel model describes the resulting
/// control flow; if the code is less convergent than assumed here, the verification finds that.
void planRacesAlone(const Context &C, const PlanProblem &Problem, const analysis::RaceOptions &Race,
                    TakePlan Take);

} // namespace cudafix::transform
