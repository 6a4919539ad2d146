// SPDX-License-Identifier: Apache-2.0
//
// Finds stores that are overwritten before anyone reads them, by a store of another thread.
#pragma once

#include "model/Finding.h"
#include "model/Kernel.h"
#include <string>

namespace cudafix::transform {

/// Returns why a barrier between the two accesses of a race is probably not intended: both store,
/// and nothing is read in between, so that a barrier only determines which value remains. Empty: it
/// may be intended, for example because the earlier store clears the cells.
std::string overwritten(const Kernel &K, const Finding &F);

} // namespace cudafix::transform
