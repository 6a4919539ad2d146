// SPDX-License-Identifier: Apache-2.0
//
// The values of options, checked one by one and against each other.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm::opt {
class InputArgList;
}

namespace cudafix::cli {

struct CommandLine;

/// Puts the options' values into the command line, whose command is known. Fails with one line that
/// names the option and what it takes.
llvm::Error fillOptions(const llvm::opt::InputArgList &Args, CommandLine &Line);

} // namespace cudafix::cli
