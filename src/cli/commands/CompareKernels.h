// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix compare A B --kernel K`: do two versions of a kernel compute the same, are both free of
// races, and what does each cost?
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Returns the exit code: Clean if the second kernel computes the same and is free of bugs.
int runComparison(const CommandLine &Line, llvm::ArrayRef<std::string> Args);

} // namespace cudafix::cli
