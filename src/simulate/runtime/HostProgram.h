// SPDX-License-Identifier: Apache-2.0
//
// The host side of a program as machine code in this process, linked with our runtime.
#pragma once

#include "simulate/runtime/Runtime.h"

namespace cudafix::simulate {

class HostProgram {
public:
  ~HostProgram();
  /// Compiles the host modules of the units that `R`'s device has, in the same order, followed by
  /// host-only units. Fails with the names of symbols that are defined neither in the program, nor
  /// in the runtime, nor in libraries of this process.
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
