// SPDX-License-Identifier: Apache-2.0
//
// Finds stores that are overwritten before anyone reads them, by a store of another thread.
#pragma once

#include "model/Finding.h"
#include "model/Kernel.h"
#include <string>

namespace cudafix::transform {

/// Returns why it is doubtful that a barrier is meant between the two accesses of a race: both
/// store, and nothing is read in between, so that a barrier only says which value stays. Empty: it
/// is not doubtful, as where the earlier store clears the cells.
std::string overwritten(const Kernel &K, const Finding &F);

} // namespace cudafix::transform
