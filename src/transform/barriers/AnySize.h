// SPDX-License-Identifier: Apache-2.0
//
// Plans without the sizes of the visible launches: a repair should hold for other launches of the
// kernel as well.
#pragma once

#include "transform/barriers/BarrierPlan.h"

namespace cudafix::transform {

/// The launches without their sizes and host facts, in which other launches may differ. Only block
/// dimensions that the kernel does not use are kept.
std::vector<Launch> ofAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches);

/// The problem for blocks of any size: pairs that race only within a warp under the launches may
/// race between warps, unless that is proved impossible. Blocks of whole warps stay such.
PlanProblem forAnySize(const Kernel &K, llvm::ArrayRef<Launch> Launches, PlanProblem Problem,
                       const analysis::RaceOptions &Race);

/// The sizes and constants of the launches, as conditions.
std::vector<NeededCondition> sizesOf(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::transform
