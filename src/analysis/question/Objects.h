// SPDX-License-Identifier: Apache-2.0
//
// What all launches of a kernel together say about the objects that its arrays are.
#pragma once

#include "model/Launch.h"
#include "llvm/ADT/ArrayRef.h"

namespace cudafix::analysis {

/// Where a launch says that an array comes from; null: it does not.
const Origin *originOf(const Launch &L, ArrayId A);

/// No two bytes of the arrays are the same: they lie in different spaces, or every launch
/// shows a different allocation for each.
bool surelyDistinct(const Kernel &K, llvm::ArrayRef<Launch> Launches, ArrayId A, ArrayId B);

} // namespace cudafix::analysis
