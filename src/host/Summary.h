// SPDX-License-Identifier: Apache-2.0
//
// What other units of a build need to know about one unit's host code: which functions launch, the
// call graph, and the bodies as compressed LLVM IR. Its text form (JSON) is the file of the command
// summarise; it may be written on one machine and read on another.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::host {

struct UnitSummary {
  struct Function {
    std::string Name;               ///< mangled
    bool Launches = false;          ///< launches itself, or is the stub of a kernel
    std::vector<std::string> Calls; ///< mangled names; only functions of the program
  };
  std::string File; ///< absolute
  std::vector<Function> Functions;
  std::string Code; ///< compressed bitcode
};

/// Summarises a host module in its unoptimized form.
UnitSummary summarise(llvm::Module &Host, llvm::StringRef File);

std::string toText(llvm::ArrayRef<UnitSummary> Units);
llvm::Expected<std::vector<UnitSummary>> summariesFromText(llvm::StringRef Text);
llvm::Expected<std::vector<UnitSummary>> readSummaries(llvm::StringRef File);

/// The call graph and the definitions of several units, which must outlive it.
class LaunchGraph {
public:
  explicit LaunchGraph(llvm::ArrayRef<UnitSummary> All);
  ~LaunchGraph();
  /// The units whose code takes part in the launches of `Unit`, as callers or callees: indices into
  /// all units, without the unit itself.
  std::vector<size_t> unitsThatLaunch(const UnitSummary &Unit) const;
  /// The functions of these units that lead to a launch.
  std::vector<std::string> launching() const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Links the code of other units into a host module.
llvm::Error linkUnits(llvm::Module &Host, llvm::ArrayRef<const UnitSummary *> Units);

} // namespace cudafix::host
