// SPDX-License-Identifier: Apache-2.0
//
// Messages on standard error about repairs that were made or not made.
#pragma once

#include "cli/output/Fixes.h"
#include <set>

namespace cudafix::cli {

/// Prints a line for each finding that a step removed.
void describeSteps(llvm::ArrayRef<FixStep> Steps, llvm::StringRef Verb);

/// Prints how many repairs (`Skipped` holds their keys) were left out because they are not proven,
/// unless another repair removed the finding.
void describeSkipped(const report::RunReport &Left, const std::set<std::string> &Skipped,
                     llvm::StringRef Verb);

/// Prints a line for each error that no repair removes (a diff does not show them), with its line
/// number before the repairs.
void describeUnrepaired(const report::RunReport &Before, const report::RunReport &Left);

} // namespace cudafix::cli
