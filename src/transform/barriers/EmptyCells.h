// SPDX-License-Identifier: Apache-2.0
//
// Finds shared memory that is left unfilled: threads that return early, or do not take a branch, do
// not fill their cells. If others read these, a guard around a barrier does not help.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::transform {

/// The shared array with a cell that one thread may read and that another thread, which returns
/// early or passes by a place in `Meeting`, would have written; empty: there is none.
std::string leftEmpty(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                      llvm::ArrayRef<NodeId> Meeting);

} // namespace cudafix::transform
