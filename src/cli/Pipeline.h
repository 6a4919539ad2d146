// SPDX-License-Identifier: Apache-2.0
//
// The way of one translation unit through the tool.
#pragma once

#include "cli/Transfer.h"
#include "frontend/Program.h"

namespace cudafix::cli {

/// Called with what is known so far, so that a crash in a late stage loses only that stage.
using Progress = llvm::function_ref<void(const UnitResult &)>;

UnitResult analyse(const frontend::CompileCommand &Cmd, const Options &Opts,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, Progress Known);

/// The unit's host code for other units, as text (host/Summary.h); empty when it cannot be
/// read.
std::string summarise(const frontend::CompileCommand &Cmd, const Options &Opts,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
