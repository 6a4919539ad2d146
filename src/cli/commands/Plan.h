// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Writes a run over the build as steps for an engine that people already use, into the folder
/// --out, and prints how to start it. `Args` is the command line, whose options each step gets.
llvm::Error plan(llvm::raw_ostream &OS, const CommandLine &Line, llvm::ArrayRef<std::string> Args);

} // namespace cudafix::cli
