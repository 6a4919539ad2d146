// SPDX-License-Identifier: Apache-2.0
//
// Threads that return early fill no shared memory. Where others read what they would have filled,
// a guard in place of the return leaves these cells as empty as they were.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"

namespace cudafix::transform {

/// The shared array of which a thread that stays may read a cell that a thread which returns early
/// would have written; empty: there is none.
std::string leftEmpty(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::transform
