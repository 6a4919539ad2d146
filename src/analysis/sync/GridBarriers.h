// SPDX-License-Identifier: Apache-2.0
//
// Barriers over the grid that a kernel makes of atomic operations: one thread of each block arrives
// at a counter and waits for the others, between two barriers of its block.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::analysis {

/// The kernel with these barriers marked (`Barrier::OfGrid`, `Array::OfGridBarrier`); nullopt:
/// there is none. Proved of each: all blocks arrive before one goes on, as counters start at 0;
/// what stands before it is released and acquired by fences; all blocks come to it equally often.
/// Three forms are known: a goal that grows by the number of blocks, a generation that the last
/// block to arrive ends, and the sign bit that the first block turns (as cooperative groups do it).
std::optional<Kernel> withGridBarriers(const Kernel &K, smt::Workspace &Solving,
                                       llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::analysis
