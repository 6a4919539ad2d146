// SPDX-License-Identifier: Apache-2.0
//
// Clang's invocation for an analysis: no argument can make it write a file or load code.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// Clang's internal invocation for `Args`, set up for analysis: no optimization, full debug info
/// with columns. Null if the arguments are invalid; `Problem` then says why.
std::shared_ptr<clang::CompilerInvocation>
createAnalysisInvocation(const std::vector<std::string> &Args,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, std::string &Problem);

} // namespace cudafix::frontend
