// SPDX-License-Identifier: Apache-2.0
//
// A least or greatest value that threads test for and store:
//   if (v < *best)
//     *best = v;           ->  atomicMin(best, v);
//   if (d < dist[w]) {         if (d < atomicMin(&dist[w], d)) {
//     dist[w] = d;
//     *changed = 1;        ->    *changed = 1;
//   }                          }
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// Makes such a test and store atomic, if it races with itself. Empty: it is not one. Fails if
/// there is no atomic operation for it, and says why.
llvm::Expected<std::vector<Repair>> makeExtremeAtomic(const Context &C, const Finding &F,
                                                      llvm::ArrayRef<Finding> All);

} // namespace cudafix::transform
