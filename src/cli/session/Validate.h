// SPDX-License-Identifier: Apache-2.0
//
// Checks beyond the syntax of the command line: values must name things that exist.
#pragma once

#include "cli/session/Session.h"

namespace cudafix::cli {

/// Fails on the first value of the command line that is invalid.
llvm::Error validate(const CommandLine &Line);

/// The same for options that configuration files may hold as well.
llvm::Error validateUnit(const Options &O);

/// Returns a message for each kernel that an option names and no unit has.
std::vector<std::string> unknownKernels(const Options &O, const report::RunReport &R);

} // namespace cudafix::cli
