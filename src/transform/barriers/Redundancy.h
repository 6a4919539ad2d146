// SPDX-License-Identifier: Apache-2.0
//
// Repairs of barriers that are not needed, with the reason in words that a reviewer can check in
// the source.
#pragma once

#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

/// Writes the change of the finding's barriers, under the facts it is redundant with.
Repair changeRedundant(const Context &C, const Finding &F, const BarrierChange &Change,
                       llvm::StringRef Id);

} // namespace cudafix::transform
