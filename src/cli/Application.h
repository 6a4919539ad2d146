// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate FILES -- ARGUMENTS`: a whole program with its own main, its kernels on
// the simulated device.
#pragma once

#include "cli/Session.h"

namespace cudafix::cli {

/// What is left of a program that ran.
struct ProgramRun {
  UnitResult Result;   ///< findings and kernels of all units
  std::string Problem; ///< why it could not run, or did not come to its end
  std::optional<int> Code;
};

/// True when the command line asks for no single kernel, so that a main among the files
/// makes them a program.
bool mayBeProgram(const Options &Opts);

/// Runs the program in a child process; nothing: there is no main in these files. Standard
/// output and error are the program's.
std::optional<ProgramRun> runProgram(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     Files &Sources);

} // namespace cudafix::cli
