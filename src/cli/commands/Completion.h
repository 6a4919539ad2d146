// SPDX-License-Identifier: Apache-2.0
//
// `completion SHELL`: a script for bash, zsh or fish, written from the table of options and
// commands.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// Fails if `Shell` is none of the three.
llvm::Error printCompletion(llvm::raw_ostream &OS, llvm::StringRef Shell);

} // namespace cudafix::cli
