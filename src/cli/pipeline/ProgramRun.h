// SPDX-License-Identifier: Apache-2.0
//
// A whole program with its own main in a child process, its kernels on the simulated device.
#pragma once

#include "cli/pipeline/Transfer.h"
#include "cli/pipeline/Workers.h"
#include "frontend/Program.h"
#include "model/Options.h"
#include "verify/WholeProgram.h"

namespace cudafix::cli {

/// One file of a program.
struct ProgramUnit {
  frontend::CompileCommand Cmd;
  Options Opts;
  std::string File; ///< absolute
};

struct ProgramSource {
  llvm::ArrayRef<ProgramUnit> Units;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
};

/// What is left of a program that ran.
struct ProgramRun {
  UnitResult Result;   ///< findings and kernels of all units
  std::string Problem; ///< why it could not run, or did not come to its end
  std::optional<int> Code;
};

/// Runs the program on a device with so much memory; nullopt: there is no main in these files.
/// Standard output and error are the program's.
std::optional<ProgramRun> runProgram(const ProgramSource &Of, const SimulateOption &How,
                                     uint64_t DeviceBytes, const WorkerOptions &Limits);

/// Runs a unit as a program, without arguments and without checks, for what it prints. A program
/// that takes long, or much memory, does not come to its end.
verify::ProgramOutput runApart(const frontend::CompileCommand &Cmd, const Options &Opts,
                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
