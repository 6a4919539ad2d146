// SPDX-License-Identifier: Apache-2.0
//
// Whether a repair reduces a kernel's memory traffic.
#pragma once

#include "model/Finding.h"
#include "model/Kernel.h"
#include "model/Launch.h"

namespace cudafix::verify {

/// The traffic of a block of the kernel under these launches.
Cost traffic(const Kernel &K, llvm::ArrayRef<Launch> Launches);

/// The value of the metric; 0 if there is none.
int64_t measure(const Cost &C, llvm::StringRef What);

/// No repair makes a kernel request more bytes: if it seems to, estimated trip counts were
/// distributed differently. Scales the sectors to the bytes requested before.
Cost forTheSameBytes(const Cost &Before, Cost After);

/// Adds what a repair of a performance finding saves, and returns why that is not enough: the
/// metric `What`, unless empty, must decrease by a tenth. Empty: it is enough.
std::string compareTraffic(const Cost &Before, Cost After, llvm::StringRef What, Repair &R);

} // namespace cudafix::verify
