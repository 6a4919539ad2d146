// SPDX-License-Identifier: Apache-2.0
//
// What the syntax of the command line alone does not tell: values that name something which is
// not there.
#pragma once

#include "cli/Session.h"

namespace cudafix::cli {

/// Fails on the first value of the command line that cannot be meant.
llvm::Error validate(const CommandLine &Line);

/// The same for what a configuration file can say, too.
llvm::Error validateUnit(const Options &O);

/// One line for each kernel that an option of the command line names and that no unit has.
std::vector<std::string> unknownKernels(const Options &O, const report::RunReport &R);

} // namespace cudafix::cli
