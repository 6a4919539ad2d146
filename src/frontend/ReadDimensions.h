// SPDX-License-Identifier: Apache-2.0
//
// The dimensions of blocks and grids that a kernel reads.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// One bit a dimension, x lowest. Every block has threads along x; one along y or z where
/// the kernel reads blockIdx there, but neither threadIdx nor blockDim.
struct ReadDimensions {
  unsigned Block = 0, Grid = 0;
};

/// Notes, for each kernel of the module, the index variables that it and what it calls read. Ranks
/// and sizes of cooperative groups number the threads whatever shape the block has: they
/// read no dimension but x, and functions that return a whole index (dim3) those that their callers
/// use. To be called before anything is inlined.
void noteReadDimensions(llvm::Module &M);

/// What was noted of the kernel, which has been optimized since.
ReadDimensions readDimensions(const llvm::Function &Kernel);

} // namespace cudafix::frontend
