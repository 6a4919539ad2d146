// SPDX-License-Identifier: Apache-2.0
//
// Values that butterfly exchanges make the same in all lanes of a warp, or of aligned
// segments of it: `v += __shfl_xor_sync(~0u, v, m)` for every power of two m of the segment.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

class WarpReductions {
public:
  WarpReductions(llvm::Function &F, const llvm::DominatorTree &DT);

  /// Lanes of the aligned segments that agree on the value: 2, 4, ... 32; 1: no such value.
  unsigned lanes(const llvm::Value *V) const { return Lanes.lookup_or(V, 1); }
  /// The least of all of them; 32: none is known, or all are of whole warps.
  unsigned leastLanes() const;

private:
  /// Distances d for which lanes l and l ^ d hold the same value, as the bits of a number.
  unsigned masks(const llvm::Value *V, unsigned Depth = 0);
  unsigned findMasks(const llvm::Value *V, unsigned Depth);
  unsigned loopMasks(const llvm::PHINode &P, unsigned Depth);

  llvm::LoopInfo Loops;
  llvm::DenseMap<const llvm::Value *, unsigned> Masks, Lanes;
};

} // namespace cudafix::frontend
