// SPDX-License-Identifier: Apache-2.0
//
// .cuda-fix.yaml: the nearest one in a file's folder or above it. Its keys are the command
// line's options without the dashes; the command line wins.
#pragma once

#include "cli/CommandLine.h"

namespace cudafix::cli {

/// The nearest configuration file for sources in `Folder`; empty: none.
std::string findConfig(llvm::StringRef Folder);

/// The options a configuration file gives. Errors name the file and the line.
llvm::Expected<CommandLine> readConfig(llvm::StringRef File);

} // namespace cudafix::cli
