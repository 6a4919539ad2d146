// SPDX-License-Identifier: Apache-2.0
//
// One run of the analysis, from units to reports, repairs and the exit code.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Exit codes; the largest that applies is returned.
enum ExitCode : int {
  Clean = 0,          ///< no findings, or all were repaired
  FindingsRemain = 1, ///< or --diff printed something
  BadUsage = 2,       ///< also configuration and internal errors
  NotAnalysed = 3,    ///< a file or the body of a kernel could not be read, or only in part; with
                      ///< --fail-on=undecided, also: a kernel could not be decided
  RolledBack = 4,     ///< a repair was undone
};

/// Analyses what the command line names, reports and repairs; returns the exit code.
int runAnalysis(const CommandLine &Line, llvm::ArrayRef<std::string> Args);

} // namespace cudafix::cli
