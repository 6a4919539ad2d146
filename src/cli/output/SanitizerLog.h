// SPDX-License-Identifier: Apache-2.0
//
// --sanitizer-log: compares what racecheck and synccheck of compute-sanitizer reported with the
// results of the analysis.
#pragma once

#include "cli/session/Session.h"

namespace cudafix::cli {

/// One hazard that the sanitizer reported.
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

/// Reads the hazards in the text of a log.
std::vector<LoggedHazard> parseSanitizerLog(llvm::StringRef Text);

/// Matches each hazard to a finding of the report, or to the verdict of its kernel. Hazards at the
/// same places get one answer.
std::vector<report::AnsweredHazard> answerHazards(llvm::ArrayRef<LoggedHazard> Hazards,
                                                  const report::RunReport &R,
                                                  llvm::ArrayRef<UnitResult> Units);

/// Reads the log and answers its hazards; fails if it cannot be read.
llvm::Error answerLog(llvm::StringRef File, report::RunReport &R, llvm::ArrayRef<UnitResult> Units);

} // namespace cudafix::cli
