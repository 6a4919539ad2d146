// SPDX-License-Identifier: Apache-2.0
//
// The block shape that a kernel is written for, inferred from how far its threads step.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// Returns how many threads along the dimension advance together in the operands of comparisons and
/// divisions: 256 along x in `for (i = threadIdx.x; i < n; i += 256)`. A block of another length
/// skips elements or takes some twice. At most the first three numbers found.
llvm::SmallVector<unsigned, 3> blockSteps(const Kernel &K, unsigned Dim);

/// Returns true if threads that differ only along the dimension access different memory, write
/// different values or take different branches: the kernel reads threadIdx there, not only
/// blockDim.
bool tellsApart(const Kernel &K, unsigned Dim);

/// How a kernel uses its threads' index along a dimension: not at all, to number the threads of a
/// block of any shape (`threadIdx.x + blockDim.x * threadIdx.y`), or otherwise.
enum class IndexUse : uint8_t { None, Ranks, Other };
/// Returns how the kernel uses threadIdx along the dimension.
IndexUse useOfIndex(const Kernel &K, unsigned Dim);

/// Returns true for kernels written for a line of threads: one thread along x acts (`if
/// (threadIdx.x == 0) s[0] = v`), and the other indices are read only to number the threads.
bool isForLine(const Kernel &K);

/// Returns true for kernels written for a plane of threads: y selects work, and z is read, if at
/// all, only to number the threads. Further threads along z would repeat the work.
bool isForPlane(const Kernel &K);

} // namespace cudafix
