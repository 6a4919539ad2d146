// SPDX-License-Identifier: Apache-2.0
//
// From the paths of the command line to compile commands: a compile_commands.json written by
// nvcc or clang, or sensible arguments where there is none.
#pragma once

#include "frontend/parse/CompileCommand.h"
#include "model/Options.h"
#include "llvm/Support/Error.h"

namespace cudafix::frontend {

class CompileDatabase {
public:
  /// Reads `Build`/compile_commands.json (or `Build` itself if that is a file).
  static llvm::Expected<CompileDatabase> load(llvm::StringRef Build);
  /// The nearest compile_commands.json in a parent of `File`; none: an empty database.
  static CompileDatabase find(llvm::StringRef File);

  bool empty() const { return Commands.empty(); }
  /// Every CUDA unit of the build, in the order of the database, once each.
  const std::vector<CompileCommand> &units() const { return Commands; }
  /// The C++ units beside them, which may launch kernels through functions.
  const std::vector<CompileCommand> &hostUnits() const { return HostCommands; }
  /// The command for this file (absolute, or relative to the working directory).
  const CompileCommand *commandFor(llvm::StringRef File) const;

private:
  std::vector<CompileCommand> Commands, HostCommands;
};

/// Arguments for a file without a command: the folders it and its includes usually need.
CompileCommand defaultCommand(llvm::StringRef File);

/// Arguments for an include folder of the project. Its headers are found as the project's own, but
/// standard library headers are found before headers of the same name in it.
std::vector<std::string> folderArgs(llvm::StringRef Folder);

/// Returns true if `File` is a CUDA unit by its name (.cu).
bool isCudaUnit(llvm::StringRef File);

/// Returns true if some CUDA unit stands below the folder.
bool hasUnitBelow(llvm::StringRef Folder);

/// The units that `Opts` names: files, folders (all .cu files below, sorted) or, with -p and no
/// path, the whole build. In a folder, a file that another unit includes, and that only parses
/// inside that unit, is left out. Arguments after `--` are appended to each command.
llvm::Expected<std::vector<CompileCommand>> compileCommands(const Options &Opts);

} // namespace cudafix::frontend
