// SPDX-License-Identifier: Apache-2.0
//
// Runs a whole program with its own main in a child process, with kernels on the simulated device.
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

/// The results of a program run.
struct ProgramRun {
  UnitResult Result;   ///< findings and kernels of all units
  std::string Problem; ///< why it could not run or did not finish
  std::optional<int> Code;
};

/// Runs the program on a device with this much memory; nullopt: these files have no main. The
/// program writes to standard output and error directly.
std::optional<ProgramRun> runProgram(const ProgramSource &Of, const SimulateOption &How,
                                     uint64_t DeviceBytes, const WorkerOptions &Limits);

/// Runs a unit as a program, without arguments and checks, to get its output. A program that takes
/// too much time or memory does not finish.
verify::ProgramOutput runApart(const frontend::CompileCommand &Cmd, const Options &Opts,
                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
