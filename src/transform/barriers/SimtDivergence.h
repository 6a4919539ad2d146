// SPDX-License-Identifier: Apache-2.0
//
// The branches of a kernel that threads of one block, or of one warp, may take
// differently; for the transformations, which change the function as they go.
#pragma once

#include "transform/barriers/Convergence.h"

namespace cudafix::transform {

BlockSet simtDivergence(llvm::Function &F, BarrierScope Scope);

} // namespace cudafix::transform
