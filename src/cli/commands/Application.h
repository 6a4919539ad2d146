// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate --run-program FILES -- ARGUMENTS`: a whole program with its own main, its
// kernels on the simulated device.
#pragma once

#include "cli/Session.h"
#include "verify/WholeProgram.h"

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

/// Returns true if one of the files seems to define main.
bool mentionsMain(llvm::ArrayRef<Unit> Units, Files &Sources);

/// Runs the program in a child process; nothing: there is no main in these files. Standard
/// output and error are the program's.
std::optional<ProgramRun> runProgram(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     Files &Sources);

/// Runs a unit as a program, without arguments and without checks, in a child process, for what
/// it prints. A program that takes long, or much memory, does not come to its end.
verify::ProgramOutput runApart(const frontend::CompileCommand &Cmd, const Options &Opts,
                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
