// SPDX-License-Identifier: Apache-2.0
//
// Finds the branches of a kernel that threads of one block, or of one warp, may take differently;
// for transformations, which change the function as they go.
#pragma once

#include "transform/barriers/Convergence.h"

namespace cudafix::transform {

BlockSet simtDivergence(llvm::Function &F, BarrierScope Scope);

} // namespace cudafix::transform
