// SPDX-License-Identifier: Apache-2.0
//
// Values that butterfly exchanges make equal in all lanes of a warp, or of groups of lanes: `v +=
// __shfl_xor_sync(~0u, v, m)` for powers of two m. Broadcasts to the lanes of segments do the same.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

struct Exchange {
  const llvm::Value *Distance = nullptr; ///< null: there is none
  unsigned Segment = 0;                  ///< lanes within which values are exchanged
  const llvm::Value *Of = nullptr;       ///< what is combined with the value of the other lane
};

/// The exchange that gives the `Of` of another lane. 64-bit values are exchanged in halves.
Exchange exchangeOf(const llvm::Value *Exchanged, const llvm::Value *Of, unsigned Depth = 0);

class WarpReductions {
public:
  WarpReductions(llvm::Function &F, const llvm::DominatorTree &DT);

  static constexpr unsigned WholeWarp = 31;

  /// A bit mask of distances d for which lanes l and l ^ d agree on the value; 0: there are none.
  unsigned distances(const llvm::Value *V) const { return Agreeing.lookup(V); }
  /// The distances common to all such values, not counting intermediate steps.
  unsigned commonDistances() const;

private:
  unsigned masks(const llvm::Value *V, unsigned Depth = 0);
  unsigned findMasks(const llvm::Value *V, unsigned Depth);
  unsigned loopMasks(const llvm::PHINode &P, unsigned Depth);

  llvm::LoopInfo Loops;
  llvm::DenseMap<const llvm::Value *, unsigned> Masks, Agreeing;
};

} // namespace cudafix::frontend
