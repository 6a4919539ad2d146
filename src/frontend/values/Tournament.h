// SPDX-License-Identifier: Apache-2.0
//
// Loops in each turn of which a lane takes the values of another lane if they are better: `if
// (other > best || (other == best && otherAt < at)) { best = other; at = otherAt; }`.
#pragma once

#include "frontend/values/WarpReductions.h"

namespace cudafix::frontend {

/// The variables of one loop that are compared with those of another lane.
struct Tournament {
  llvm::SmallVector<const llvm::PHINode *, 3> Values;
  const llvm::Value *Distance = nullptr; ///< to the other lane; null: the two lanes may disagree
  unsigned Segment = 0;                  ///< lanes within which values are exchanged
};

/// The tournament of the loop's variable, if both lanes of an exchange end up with the same values
/// of all variables that the loop compares, and of this one. Numbers are assumed to be ordered, as
/// for minima and maxima.
Tournament tournament(const llvm::PHINode &P, const llvm::Loop &L);

} // namespace cudafix::frontend
