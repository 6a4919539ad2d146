// SPDX-License-Identifier: Apache-2.0
//
// What other units of a build must know of one unit's host code: which functions launch, who
// calls whom, and the bodies as compressed LLVM IR. The text form (JSON) is the file of
// the command summarise; it may be made on one machine and read on another.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::host {

struct UnitSummary {
  struct Function {
    std::string Name;               ///< mangled
    bool Launches = false;          ///< itself, or it is a kernel's stub
    std::vector<std::string> Calls; ///< mangled, functions of the program only
  };
  std::string File; ///< absolute
  std::vector<Function> Functions;
  std::string Code; ///< compressed bitcode
};

/// Reads a host module as it was generated.
UnitSummary summarise(llvm::Module &Host, llvm::StringRef File);

std::string toText(llvm::ArrayRef<UnitSummary> Units);
llvm::Expected<std::vector<UnitSummary>> summariesFromText(llvm::StringRef Text);
llvm::Expected<std::vector<UnitSummary>> readSummaries(llvm::StringRef File);

/// Who calls whom and who defines what, over units that outlive it.
class LaunchGraph {
public:
  explicit LaunchGraph(llvm::ArrayRef<UnitSummary> All);
  ~LaunchGraph();
  /// The units whose code takes part in the launches that `Unit` shows, callers and what they
  /// call: indices into all of them, without the unit itself.
  std::vector<size_t> unitsThatLaunch(const UnitSummary &Unit) const;
  /// Functions of these units that lead to a launch.
  std::vector<std::string> launching() const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Links the code of other units into a host module.
llvm::Error linkUnits(llvm::Module &Host, llvm::ArrayRef<const UnitSummary *> Units);

} // namespace cudafix::host
