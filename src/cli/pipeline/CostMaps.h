// SPDX-License-Identifier: Apache-2.0
//
// What a kernel costs, for pages: formulas, values by line, and curves over a size.
#pragma once

#include "cost/Cost.h"
#include "model/Details.h"

namespace cudafix::cli {

/// For the first launches of the kernel. What formulas depend on and no launch tells is chosen.
std::vector<CostMap> costMaps(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                              const cost::CodeFacts &Code);

} // namespace cudafix::cli
