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

/// How a kernel uses its threads' index along a dimension: not at all, to number the threads of a
/// block of any shape (`threadIdx.x + blockDim.x * threadIdx.y`), or otherwise.
enum class IndexUse : uint8_t { None, Ranks, Other };
IndexUse useOfIndex(const Kernel &K, unsigned Dim);

/// Returns true for code for a line of threads, which lets one along x act (`if (threadIdx.x == 0)
/// s[0] = v`) and reads the other indices only to number its threads.
bool isForLine(const Kernel &K);

/// Returns true for code for a plane of threads, which gives work by y and reads z, if at all, only
/// to number its threads: others along z would do the same once more.
bool isForPlane(const Kernel &K);

} // namespace cudafix
