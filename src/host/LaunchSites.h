// SPDX-License-Identifier: Apache-2.0
//
// Where kernels are launched, read from the host AST: <<<>>> (in macros, templates, through
// parentheses and local function pointers), cudaLaunchKernel and its cooperative form.
// Dimensions are only read where Clang's constant folding reaches; HostFacts.h has more.
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
  /// Kernels whose address leaves for somewhere that may launch them unseen.
  std::vector<std::string> Escaped;
  /// Kernels with a launch in code that is never run, as a constant condition says.
  std::vector<std::string> Unreached;
  /// Some code asks a group whether it is valid, as that of the grid is in a cooperative launch.
  bool AsksValidity = false;
  /// Names in front of <<< in the unit's own file, whether the code around them could be read or
  /// not, with their first lines.
  std::map<std::string, unsigned> InText;
  /// 0: the name stands in front of none.
  unsigned lineOf(const std::string &Name) const {
    auto At = InText.find(Name);
    return At == InText.end() ? 0 : At->second;
  }

  /// Returns true if the kernel is launched at the place, and not cooperatively.
  bool arePlain(const SourceLoc &At, llvm::StringRef Kernel) const;
};

/// The launches in the host side of the program, which has one.
LaunchSites findLaunchSites(frontend::Program &P);

} // namespace cudafix::host
