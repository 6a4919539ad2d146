// SPDX-License-Identifier: Apache-2.0
//
// A repair is to hold for other launches of the kernel, too: what it is planned with, without the
// sizes of the launches in sight.
#pragma once

#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

/// The launches without what others of the same kernel may have otherwise: sizes and all that
/// host code says. Only a dimension of the block that is not used stays as it is.
std::vector<Launch> ofAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches);

/// The problem for blocks of any size: pairs that only lanes of one warp race on under the launches
/// may race between warps, unless it is proved that they do not. Blocks of whole warps stay such.
PlanProblem forAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches, PlanProblem Problem,
                       const analysis::RaceOptions &Race);

/// The sizes and constants of the launches, as conditions.
std::vector<NeededCondition> sizesOf(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::transform
