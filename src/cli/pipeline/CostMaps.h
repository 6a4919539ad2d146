// SPDX-License-Identifier: Apache-2.0
//
// The cost of a kernel for HTML pages: formulas, values by line, and curves over a size.
#pragma once

#include "cost/Cost.h"
#include "model/Details.h"

namespace cudafix::cli {

/// For the first launches of the kernel. Values that formulas depend on and no launch gives are
/// chosen.
std::vector<CostMap> costMaps(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                              const cost::CodeFacts &Code);

} // namespace cudafix::cli
