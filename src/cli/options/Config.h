// SPDX-License-Identifier: Apache-2.0
//
// Reads .cuda-fix.yaml, the nearest one in a file's folder or above it. Its keys are the options of
// the command line without the dashes; the command line overrides them.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// The configuration file for sources in `Folder`; empty: there is none.
std::string findConfig(llvm::StringRef Folder);

/// The options a configuration file gives. Errors name the file and the line.
llvm::Expected<CommandLine> readConfig(llvm::StringRef File);

} // namespace cudafix::cli
