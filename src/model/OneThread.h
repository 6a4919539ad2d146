// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are written for a single thread, in one block or in each of several: what those
// without a launch in sight may be taken for.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// Returns true if the kernel waits for a lock, which other threads hold.
bool waitsForLock(const Kernel &K);

/// Returns true if the kernel tells its threads apart by nothing but whether an index is 0, as code
/// does that takes itself for alone (`if (threadIdx.x == 0 && blockIdx.x == 0)`), and has neither
/// barriers nor memory that threads of a block would share, nor waits for a lock.
bool isForOneThread(const Kernel &K);

/// Returns true if such a kernel tells its blocks along the dimension apart by no more.
bool isForOneBlock(const Kernel &K, unsigned Dim);

} // namespace cudafix
