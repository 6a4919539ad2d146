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

/// Notes, for each kernel of the module, the index variables that it and its callees read. Ranks
/// and sizes of cooperative groups number the threads of a block of any shape: they only read x.
/// Functions that return a whole index (dim3) read the dimensions that their callers use. Call this
/// before anything is inlined.
void noteReadDimensions(llvm::Module &M);

/// The noted dimensions of the kernel, which may have been optimized since.
ReadDimensions readDimensions(const llvm::Function &Kernel);

} // namespace cudafix::frontend
