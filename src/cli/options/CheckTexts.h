// SPDX-License-Identifier: Apache-2.0
//
// The checks that a user can name, and the globs that select checks and conventions.
#pragma once

#include "model/Finding.h"
#include "llvm/Support/Error.h"

namespace cudafix::cli {

/// A check a user can select and suppress.
struct CheckText {
  llvm::StringRef Id;
  Level Severity;
  llvm::StringRef Explanation;
  llvm::StringRef Guide; ///< URI of NVIDIA's guide on the subject
};

/// Every detector, and the checks of the command line itself.
std::vector<CheckText> checks();

/// Fails if a glob of --conventions matches nothing.
llvm::Error validateConventions(llvm::StringRef Globs);

/// Fails if a glob of --checks matches nothing, or the list selects nothing.
llvm::Error validateChecks(llvm::StringRef Globs);

} // namespace cudafix::cli
