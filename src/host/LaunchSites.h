// SPDX-License-Identifier: Apache-2.0
//
// Finds launches in the host AST: <<<>>> (in macros, templates, through parentheses and local
// function pointers), cudaLaunchKernel and its cooperative form. Dimensions are only read as far as
// Clang's constant folding goes; HostFacts.h reads more.
#pragma once

#include "frontend/Program.h"
#include "model/Kernel.h"
#include <array>
#include <map>

namespace cudafix::host {

struct LaunchSite {
  std::string Kernel; ///< mangled name on the device side
  SourceLoc Loc;
  unsigned LastLine = 0; ///< of the whole call
  std::array<std::optional<uint64_t>, 3> Grid, Block;
  std::optional<uint64_t> SharedBytes;
  bool Plain = false; ///< <<<>>> or cudaLaunchKernel
  /// Constant arguments by parameter position.
  std::vector<std::optional<llvm::APSInt>> Args;
};

/// Returns true if the place is one of the lines of the launch.
bool isAt(const SourceLoc &L, const LaunchSite &S);

struct LaunchSites {
  std::vector<LaunchSite> Sites; ///< in source order
  /// Kernels whose address goes where launches of it may not be seen.
  std::vector<std::string> Escaped;
  /// Kernels with a launch in code that is never executed because of a constant condition.
  std::vector<std::string> Unreached;
  /// Some code tests whether a group is valid, for example the grid group, which is only valid in a
  /// cooperative launch.
  bool AsksValidity = false;
  /// Names before <<< in the unit's own file, with their first lines, whether or not the code
  /// around them could be read.
  std::map<std::string, unsigned> InText;
  /// Returns 0 if the name occurs before no <<<.
  unsigned lineOf(const std::string &Name) const {
    auto At = InText.find(Name);
    return At == InText.end() ? 0 : At->second;
  }

  /// Returns true if the kernel is launched at the place, and not cooperatively.
  bool arePlain(const SourceLoc &At, llvm::StringRef Kernel) const;
};

/// The launches in the host side of the program, which must have one.
LaunchSites findLaunchSites(frontend::Program &P);

} // namespace cudafix::host
