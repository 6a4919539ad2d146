// SPDX-License-Identifier: Apache-2.0
//
// Adds barriers to device IR with any control flow: directly where all threads pass, otherwise
// after flattening the smallest region around the place (Lineariser.h).
#pragma once

#include "transform/barriers/Convergence.h"

namespace cudafix::transform {

struct BarrierPoint {
  llvm::Instruction *Before = nullptr;
  BarrierScope Scope = BarrierScope::Block;
  uint32_t Mask = ~0u; ///< lanes that meet a warp barrier; if not all, it is put in as it is
};

/// Puts barriers before instructions of `F`. Afterwards all threads also pass the existing barriers
/// in a flattened region. Fails with the reason; `F` may then be partly changed.
llvm::Error placeBarriers(llvm::Function &F, llvm::ArrayRef<BarrierPoint> Points,
                          DivergentBranches Divergent);

} // namespace cudafix::transform
