// SPDX-License-Identifier: Apache-2.0
//
// Barriers for device IR of any control flow: put in directly where all threads pass,
// otherwise the smallest region around the place is flattened (Lineariser.h).
#pragma once

#include "transform/barriers/Convergence.h"

namespace cudafix::transform {

struct BarrierPoint {
  llvm::Instruction *Before = nullptr;
  BarrierScope Scope = BarrierScope::Block;
  uint32_t Mask = ~0u; ///< lanes that meet a warp barrier; not all: it goes in where it is
};

/// Puts barriers before instructions of `F`. Barriers that stand in a flattened
/// region are passed by all threads as well afterwards. Error: says why not; `F` may have
/// been changed by then.
llvm::Error placeBarriers(llvm::Function &F, llvm::ArrayRef<BarrierPoint> Points,
                          DivergentBranches Divergent);

} // namespace cudafix::transform
