// SPDX-License-Identifier: Apache-2.0
//
// The launches of a kernel in its translation unit, with what host code and the command line say
// about them.
#pragma once

#include "frontend/Program.h"
#include "model/Launch.h"

namespace cudafix::host {

/// Reads the host side once and answers for every kernel of the unit.
class LaunchTable {
public:
  LaunchTable(frontend::Program &P, const Options &Opts);
  ~LaunchTable();

  /// The launches of a kernel in source order. The generic launch is added if none is visible, or
  /// if the kernel's address goes where it may be launched unseen. --block-dim, --grid-dim and
  /// --assume are applied to each.
  std::vector<Launch> of(frontend::KernelUnit &K);
  /// The assumptions so far that mention something their kernel does not have.
  std::vector<std::string> problems() const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Returns true if an option for the kernel `Asked` (empty: for all) applies to the kernel of this
/// name.
bool isNamed(llvm::StringRef Asked, llvm::StringRef Name);

/// The names for --ignore-facts: classes of host facts that can be ignored, to measure the value of
/// each.
llvm::ArrayRef<llvm::StringRef> factClasses();

} // namespace cudafix::host
