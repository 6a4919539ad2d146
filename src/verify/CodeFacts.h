// SPDX-License-Identifier: Apache-2.0
//
// What cost formulas take from a kernel's IR, and how a repair changes them.
#pragma once

#include "cost/Cost.h"
#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::verify {

/// Steps of each node and bytes of each access.
cost::CodeFacts codeFacts(const frontend::KernelUnit &K, const llvm::Module &Device);

/// Upper bounds for the grid under the first launch, printed, by metric, without steps.
std::map<std::string, std::string> printedFormulas(const frontend::KernelUnit &K,
                                                   llvm::ArrayRef<Launch> Launches);

/// The formulas that differ.
std::vector<FormulaChange> changes(const std::map<std::string, std::string> &Before,
                                   const std::map<std::string, std::string> &After);

} // namespace cudafix::verify
