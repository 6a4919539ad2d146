// SPDX-License-Identifier: Apache-2.0
//
// `completion SHELL`: a script for bash, zsh or fish, written from the table of options and
// commands.
#pragma once

#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace cudafix::cli {

std::vector<llvm::StringRef> completionShells();

/// `Shell` is one of completionShells().
void printCompletion(llvm::raw_ostream &OS, llvm::StringRef Shell);

} // namespace cudafix::cli
