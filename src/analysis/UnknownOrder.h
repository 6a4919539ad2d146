// SPDX-License-Identifier: Apache-2.0
//
// Order that barriers which are not modelled may make: named barriers, cuda::barrier,
// pipelines.
#pragma once

#include "analysis/Race.h"

namespace cudafix::analysis {

/// Makes possible what is no race in a block any more once every such barrier holds up the
/// whole block. `Ask` gives the races of the kernel with these barriers.
void doubtOrdered(const Kernel &K, std::vector<RaceAnswer> &Answers,
                  llvm::function_ref<std::vector<RaceAnswer>(const Kernel &)> Ask);

} // namespace cudafix::analysis
