// SPDX-License-Identifier: Apache-2.0
//
// The dimensions of blocks and grids that a kernel reads.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// One bit per dimension, x lowest. Every block has threads along x. It has one thread along y or z
/// if the kernel reads blockIdx along it, but neither threadIdx nor blockDim.
struct ReadDimensions {
  unsigned Block = 0, Grid = 0;
};

/// Records, for each kernel of the module, the index variables that it and its callees read. Ranks
/// and sizes of cooperative groups number the threads of a block of any shape, so they only count
/// as reads of x. Functions that return a whole index (dim3) count for the dimensions that their
/// callers use. Must be called before anything is inlined.
void noteReadDimensions(llvm::Module &M);

/// The recorded dimensions of the kernel, which may have been optimized since.
ReadDimensions readDimensions(const llvm::Function &Kernel);

} // namespace cudafix::frontend
