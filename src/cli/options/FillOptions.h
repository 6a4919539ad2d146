// SPDX-License-Identifier: Apache-2.0
//
// Reads the values of options, and checks them one by one and against each other.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm::opt {
class InputArgList;
}

namespace cudafix::cli {

struct CommandLine;

/// Stores the values of the options in the command line, whose command is already set. Fails with
/// one line that names the option and the values it takes.
llvm::Error fillOptions(const llvm::opt::InputArgList &Args, CommandLine &Line);

} // namespace cudafix::cli
