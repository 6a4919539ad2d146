// SPDX-License-Identifier: Apache-2.0
//
// Launches that a user describes: `block=(256) grid=((n + 255) / 256) assume=(n > 0)`, from
// --launch, from .cuda-fix.yaml, or in a comment above a kernel: `// cuda-fix: launch ...`.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "llvm/Support/Error.h"

namespace cudafix::host {

/// Why no block, or no grid, can have these dimensions; empty: they are possible.
std::string impossibleDimensions(bool Block, llvm::ArrayRef<uint64_t> Dims);

/// Checks the form of the text, and fails with a description of the mistake; names are not looked
/// up.
llvm::Error checkLaunchText(llvm::StringRef Text);

/// The launch of `K` that the text describes; fails on names the kernel does not have.
llvm::Expected<Launch> parseLaunch(llvm::StringRef Text, const Kernel &K, const SourceLoc &Loc);

/// The texts after `cuda-fix: launch` in the comments above a kernel at a line (1-based), with the
/// line of each.
std::vector<std::pair<std::string, unsigned>> launchComments(llvm::StringRef Source, unsigned Line);

} // namespace cudafix::host
