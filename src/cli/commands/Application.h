// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate --run-program FILES -- ARGUMENTS`: a whole program with its own main, its
// kernels on the simulated device.
#pragma once

#include "cli/pipeline/ProgramRun.h"
#include "cli/session/Session.h"

namespace cudafix::cli {

/// Returns true if the command line selects no single kernel: if the files have a main, they are
/// run as a program.
bool mayBeProgram(const Options &Opts);

/// Returns true if one of the files seems to define main; does not parse them.
bool mentionsMain(llvm::ArrayRef<Unit> Units, Files &Sources);

/// Runs the program in a child process; nullopt: these files have no main. The program writes to
/// standard output and error directly.
std::optional<ProgramRun> runProgram(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     Files &Sources);

} // namespace cudafix::cli
