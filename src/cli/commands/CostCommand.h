// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix cost FILES`: the costs of kernels as formulas over their parameters and dimensions.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Runs the command `cost`; returns the exit code.
int runCost(const CommandLine &Line, llvm::ArrayRef<std::string> Args);

} // namespace cudafix::cli
