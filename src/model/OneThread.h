// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are written for a single thread, or for one thread in each of several blocks.
// Kernels without a visible launch may be assumed to be such.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// Returns true if the kernel waits for a lock that other threads hold.
bool waitsForLock(const Kernel &K);

/// Returns true if the only difference the kernel makes between threads is whether an index is 0,
/// as code for a single thread does (`if (threadIdx.x == 0 && blockIdx.x == 0)`), and if it has no
/// barriers, no shared memory, and no wait for a lock.
bool isForOneThread(const Kernel &K);

/// Returns true if such a kernel also distinguishes its blocks along the dimension only by whether
/// the index is 0.
bool isForOneBlock(const Kernel &K, unsigned Dim);

} // namespace cudafix
