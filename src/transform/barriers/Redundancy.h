// SPDX-License-Identifier: Apache-2.0
//
// Repairs for redundant barriers, with a reason that a reviewer can check in the source.
#pragma once

#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

/// Writes the change of the finding's barriers, with the conditions under which they are redundant.
Repair changeRedundant(const Context &C, const Finding &F, const BarrierChange &Change,
                       llvm::StringRef Id);

} // namespace cudafix::transform
