// SPDX-License-Identifier: Apache-2.0
//
// Order that barriers which are not modelled may make: named barriers, cuda::barrier,
// pipelines, waits in inline assembly.
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// The races of a kernel; also those of different blocks.
using AskStrict = llvm::function_ref<std::vector<RaceAnswer>(const Kernel &K, bool AcrossBlocks)>;

/// Makes possible what is no race any more once every such barrier holds up the whole block, or the
/// whole grid where it may order blocks. `Ask` is asked with these barriers.
void doubtOrdered(const Kernel &K, std::vector<RaceAnswer> &Answers, const ConventionSet &On,
                  AskStrict Ask);

} // namespace cudafix::analysis
