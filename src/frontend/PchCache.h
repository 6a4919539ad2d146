// SPDX-License-Identifier: Apache-2.0
//
// Precompiled embedded headers under the user's cache folder, one per side, language options
// and header set. Built once, shared by all processes; whatever goes wrong, there is none.
#pragma once

#include "frontend/Invocation.h"

namespace cudafix::frontend {

/// The cache folder that `Opts` names, else $XDG_CACHE_HOME/cuda-fix or ~/.cache/cuda-fix;
/// empty when there is none or --no-cache.
std::string cacheFolder(const Options &Opts);

/// The path of a precompiled header that fits the command, built if needed. Empty: parse
/// without one.
std::string precompiledHeader(const CompileCommand &Cmd, const Options &Opts,
                              const HeaderSet &Headers, Side S,
                              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::frontend
