// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate --run-program FILES -- ARGUMENTS`: a whole program with its own main, its
// kernels on the simulated device.
#pragma once

#include "cli/Session.h"
#include "cli/pipeline/ProgramRun.h"

namespace cudafix::cli {

/// Returns true if the command line asks for no single kernel, so that a main among the files makes
/// them a program.
bool mayBeProgram(const Options &Opts);

/// Returns true if one of the files seems to define main.
bool mentionsMain(llvm::ArrayRef<Unit> Units, Files &Sources);

/// Runs the program in a child process; nullopt: there is no main in these files. Standard
/// output and error are the program's.
std::optional<ProgramRun> runProgram(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     Files &Sources);

} // namespace cudafix::cli
