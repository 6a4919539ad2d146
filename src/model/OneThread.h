// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are written for a single thread, in one block or in each of several. Kernels without
// a visible launch may be taken for such.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// Returns true if the kernel waits for a lock, which other threads hold.
bool waitsForLock(const Kernel &K);

/// Returns true if the kernel tells its threads apart only by whether an index is 0, as code for a
/// single thread does (`if (threadIdx.x == 0 && blockIdx.x == 0)`), and has no barriers, no memory
/// that threads of a block would share, and no wait for a lock.
bool isForOneThread(const Kernel &K);

/// Returns true if such a kernel also tells its blocks along the dimension apart only by whether
/// the index is 0.
bool isForOneBlock(const Kernel &K, unsigned Dim);

} // namespace cudafix
