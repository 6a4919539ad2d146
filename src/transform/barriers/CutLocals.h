// SPDX-License-Identifier: Apache-2.0
//
// The price of a place for a barrier that some threads miss: locals that are declared before it and
// used after it must be declared outside of both guards.
#pragma once

#include "frontend/Program.h"

namespace cudafix::transform {

/// By SlotId: how many locals of the lists around the slot a guard there would separate from a use.
std::vector<unsigned> cutLocals(const frontend::KernelUnit &K);

} // namespace cudafix::transform
