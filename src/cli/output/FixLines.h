// SPDX-License-Identifier: Apache-2.0
//
// What is said on standard error about repairs that were made, or were not.
#pragma once

#include "cli/output/Fixes.h"
#include <set>

namespace cudafix::cli {

/// A line for each finding that a step removed.
void describeSteps(llvm::ArrayRef<FixStep> Steps, llvm::StringRef Verb);

/// How many repairs, named by their keys, were left out as they are not proven: only where nothing
/// else that was made removed the finding.
void describeSkipped(const report::RunReport &Left, const std::set<std::string> &Skipped,
                     llvm::StringRef Verb);

/// A line for each error that no repair removes, which a diff does not show; by its line before
/// the repairs.
void describeUnrepaired(const report::RunReport &Before, const report::RunReport &Left);

} // namespace cudafix::cli
