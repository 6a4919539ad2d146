// SPDX-License-Identifier: Apache-2.0
//
// Turns of a loop in which each lane takes another lane's values in place of its own if those are
// better: `if (other > best || (other == best && otherAt < at)) { best = other; at = otherAt; }`.
#pragma once

#include "frontend/values/WarpReductions.h"

namespace cudafix::frontend {

/// Variables of one loop that are compared with those of another lane.
struct Tournament {
  llvm::SmallVector<const llvm::PHINode *, 3> Values;
  const llvm::Value *Distance = nullptr; ///< to the other lane; null: two lanes may disagree
  unsigned Segment = 0;                  ///< lanes within which values are exchanged
};

/// That of the loop's variable: both lanes of an exchange come to the same values of all variables
/// that the loop compares, and of this one. Numbers are taken to be ordered, as with minima and
/// maxima.
Tournament tournament(const llvm::PHINode &P, const llvm::Loop &L);

} // namespace cudafix::frontend
