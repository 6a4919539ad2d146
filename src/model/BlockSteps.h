// SPDX-License-Identifier: Apache-2.0
//
// The block that a kernel is written for, by how far its threads step.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// The number of threads along a dimension that step together over values which conditions compare
/// or divisions divide: 256 along x in `for (i = threadIdx.x; i < n; i += 256)`. A block of another
/// length leaves out elements or takes some twice. Returns the first three numbers found, at most.
llvm::SmallVector<unsigned, 3> blockSteps(const Kernel &K, unsigned Dim);

/// Returns true if threads that differ along the dimension alone access other memory, write other
/// values or go other ways: the kernel reads threadIdx there, not only blockDim.
bool tellsApart(const Kernel &K, unsigned Dim);

} // namespace cudafix
