// SPDX-License-Identifier: Apache-2.0
//
// What all launches of a kernel together say about the memory objects behind its arrays.
#pragma once

#include "model/Launch.h"
#include "llvm/ADT/ArrayRef.h"

namespace cudafix::analysis {

/// The origin that a launch gives for an array; null: none.
const Origin *originOf(const Launch &L, ArrayId A);

/// Returns true if the arrays share no byte: they lie in different spaces, or every launch passes a
/// different allocation for each.
bool surelyDistinct(const Kernel &K, llvm::ArrayRef<Launch> Launches, ArrayId A, ArrayId B);

} // namespace cudafix::analysis
