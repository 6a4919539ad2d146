// SPDX-License-Identifier: Apache-2.0
//
// Threads that return early, or do not take a branch, fill no shared memory there. Where others
// read what they would have filled, a guard leaves these cells as empty as they were.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::transform {

/// The shared array of which a thread that stays may read a cell that a thread which returns early,
/// or passes by a place in `Meeting`, would have written; empty: there is none.
std::string leftEmpty(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                      llvm::ArrayRef<NodeId> Meeting);

} // namespace cudafix::transform
