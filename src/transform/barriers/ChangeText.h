// SPDX-License-Identifier: Apache-2.0
//
// Titles for changes of barriers, and the lines where they add some.
#pragma once

#include "transform/barriers/BarrierChange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudafix::transform {

/// "let all threads of the block meet the barrier in line 7"
std::string titleOf(const Kernel &K, const BarrierChange &C,
                    llvm::StringRef BlockCall = "__syncthreads()");

/// Lines before which the change puts barriers, in their order.
std::vector<unsigned> newBarrierLines(const Kernel &K, const BarrierChange &C);

} // namespace cudafix::transform
