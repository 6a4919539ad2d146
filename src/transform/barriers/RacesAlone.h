// SPDX-License-Identifier: Apache-2.0
//
// Races on what decides a branch make threads miss the barriers behind it, too. Barriers against
// the races are enough then: no branch is split, and no loop made uniform.
#pragma once

#include "analysis/question/Race.h"
#include "transform/RepairKind.h"
#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

using TakePlan = llvm::function_ref<void(const BarrierPlan &)>;

/// Gives a plan of barriers against all races of the problem, if threads then meet at barriers that
/// diverge otherwise. While `Take` runs, the model of the kernel says how they go then; if the code
/// is less convergent than assumed here, the verification finds that.
void planRacesAlone(const Context &C, const PlanProblem &Problem, const analysis::RaceOptions &Race,
                    TakePlan Take);

} // namespace cudafix::transform
