// SPDX-License-Identifier: Apache-2.0
//
// --sanitizer-log: what racecheck and synccheck of compute-sanitizer saw, answered by what the
// analysis knows.
#pragma once

#include "cli/Session.h"

namespace cudafix::cli {

/// What the sanitizer reported once.
struct LoggedHazard {
  unsigned LogLine = 0; ///< 1-based
  bool IsBarrier = false;
  struct Place {
    std::string File; ///< as logged
    unsigned Line = 0;
    std::string Role; ///< "read", "write", "atomic"; empty: not said
  };
  std::vector<Place> Places; ///< device code only, each once
};

std::vector<LoggedHazard> parseSanitizerLog(llvm::StringRef Text);

/// Each hazard matched to a finding of the report, or to the verdict of its kernel. Those of the
/// same places are answered once.
std::vector<report::AnsweredHazard> answerHazards(llvm::ArrayRef<LoggedHazard> Hazards,
                                                  const report::RunReport &R,
                                                  llvm::ArrayRef<UnitResult> Units);

/// Reads and answers the log; fails where it cannot be read.
llvm::Error answerLog(llvm::StringRef File, report::RunReport &R, llvm::ArrayRef<UnitResult> Units);

} // namespace cudafix::cli
