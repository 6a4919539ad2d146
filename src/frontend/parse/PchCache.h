// SPDX-License-Identifier: Apache-2.0
//
// Precompiled embedded headers under the user's cache folder, one per side, language options
// and header set. Built once, shared by all processes; one that is damaged is built again.
#pragma once

#include "frontend/parse/Invocation.h"

namespace cudafix::frontend {

/// The cache folder that `Opts` names, else $XDG_CACHE_HOME/cuda-fix or ~/.cache/cuda-fix; empty if
/// there is none, or with --no-cache.
std::string cacheFolder(const Options &Opts);
/// The folder in it that holds precompiled headers.
std::string headerCacheFolder(const Options &Opts);

/// The path of a precompiled header that fits the command, built if needed. Empty: there is
/// none for such a command, and the unit is parsed without one. An error: the folder cannot be
/// written or read.
llvm::Expected<std::string> precompiledHeader(const CompileCommand &Cmd, const Options &Opts,
                                              const HeaderSet &Headers, Side S,
                                              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::frontend
