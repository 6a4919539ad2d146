// SPDX-License-Identifier: Apache-2.0
//
// Whether a repair lets a kernel move less.
#pragma once

#include "model/Finding.h"
#include "model/Kernel.h"
#include "model/Launch.h"

namespace cudafix::verify {

/// What a block of the kernel moves under these launches.
Cost traffic(const Kernel &K, llvm::ArrayRef<Launch> Launches);

/// The number of the metric; 0 where there is none.
int64_t measure(const Cost &C, llvm::StringRef What);

/// No repair makes a kernel ask for more bytes: where it seems to, loops whose trip counts are
/// estimates were dealt out anew, and the sectors are those of the bytes it asked for before.
Cost forTheSameBytes(const Cost &Before, Cost After);

/// Adds what a repair of a performance finding saves, and returns why that is not enough: `What`
/// has to be lowered by a tenth, unless it is empty. Empty: it is enough.
std::string compareTraffic(const Cost &Before, Cost After, llvm::StringRef What, Repair &R);

} // namespace cudafix::verify
