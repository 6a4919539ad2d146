// SPDX-License-Identifier: Apache-2.0
//
// Hand-written grid barriers: one thread of each block arrives at a counter by an atomic operation
// and waits for the others, between two barriers of its block.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::analysis {

/// The kernel with these barriers marked (`Barrier::OfGrid`, `Array::OfGridBarrier`); nullopt:
/// there is none. It is proved for each that all blocks arrive before one goes on (counters start
/// at 0), that fences release and acquire the accesses before it, and that all blocks reach it
/// equally often. Three forms are known: a goal that grows by the number of blocks, a generation
/// that the last block to arrive ends, and the sign bit that the first block flips (as cooperative
/// groups do).
std::optional<Kernel> withGridBarriers(const Kernel &K, smt::Workspace &Solving,
                                       llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::analysis
