// SPDX-License-Identifier: Apache-2.0
//
// Clang's invocation for an analysis, which nothing in the arguments can make write or load a file.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// Clang's internal invocation for `Args`, set up for analysis: nothing optimised, full
/// debug info with columns. Null when the arguments make no sense; `Problem` then says why.
std::shared_ptr<clang::CompilerInvocation>
createAnalysisInvocation(const std::vector<std::string> &Args,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, std::string &Problem);

} // namespace cudafix::frontend
