// SPDX-License-Identifier: Apache-2.0
//
// The launches of a kernel that its translation unit shows, with what host code and the
// command line say about them.
#pragma once

#include "frontend/Program.h"
#include "model/Launch.h"

namespace cudafix::host {

/// Reads the host side once and answers for every kernel of the unit.
class LaunchTable {
public:
  LaunchTable(frontend::Program &P, const Options &Opts);
  ~LaunchTable();

  /// The launches of a kernel in source order; the generic launch when none is visible, or in
  /// addition when the kernel's address goes where it may be launched unseen. --block-dim,
  /// --grid-dim and
  /// --assume are laid over each.
  std::vector<Launch> of(frontend::KernelUnit &K);
  /// Assumptions that name something their kernel does not have, so far.
  std::vector<std::string> problems() const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Returns true if an option that names a kernel `Asked`, or none, means the one of this name.
bool isNamed(llvm::StringRef Asked, llvm::StringRef Name);

/// The names of --ignore-facts: classes of host facts that can be left unused, to measure
/// what each is worth.
llvm::ArrayRef<llvm::StringRef> factClasses();

} // namespace cudafix::host
