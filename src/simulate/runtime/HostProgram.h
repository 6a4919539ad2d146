// SPDX-License-Identifier: Apache-2.0
//
// The host side of a program as machine code of this process, linked against our runtime.
#pragma once

#include "simulate/runtime/Runtime.h"

namespace cudafix::simulate {

class HostProgram {
public:
  ~HostProgram();
  /// Compiles the host modules of the units that `R`'s device has, in the same order; host-only
  /// units follow. Fails on symbols that neither the program, nor the runtime, nor the
  /// libraries of this process have, and names them.
  static llvm::Expected<std::unique_ptr<HostProgram>>
  link(llvm::ArrayRef<const llvm::Module *> Modules, Runtime &R, void (*Exit)(int));

  /// Runs constructors, main and destructors. Returns what main returned.
  llvm::Expected<int> run(const std::vector<std::string> &Arguments);

private:
  HostProgram();
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Returns true if a host module has the program's main.
bool definesMain(const llvm::Module &Host);

} // namespace cudafix::simulate
