// SPDX-License-Identifier: Apache-2.0
//
// Order that barriers outside of the model may make: named barriers, cuda::barrier, pipelines,
// waits in inline assembly.
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// The races of a kernel; with `AcrossBlocks` also those of different blocks.
using AskStrict = llvm::function_ref<std::vector<RaceAnswer>(const Kernel &K, bool AcrossBlocks)>;

/// Makes races only possible if they vanish when every such barrier stops the whole block (or the
/// whole grid, if it may order blocks). `Ask` is called with these barriers.
void doubtOrdered(const Kernel &K, std::vector<RaceAnswer> &Answers, const ConventionSet &On,
                  AskStrict Ask);

} // namespace cudafix::analysis
