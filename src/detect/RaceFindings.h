// SPDX-License-Identifier: Apache-2.0
//
// What the race detectors share: an answer of the race question as a finding.
#pragma once

#include "detect/Detector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::detect {

/// Findings for the answers that `Select` picks; answers of several launches for one pair
/// are one finding, from the surest.
std::vector<Finding> raceFindings(const KernelFacts &F, llvm::StringRef Id,
                                  llvm::function_ref<bool(const analysis::RaceAnswer &)> Select);

/// "(3,0,0)", or "3" where the block has one dimension.
std::string threadName(const Witness &W, unsigned T);
/// The block of thread `T` of a witness.
std::string blockName(const Witness &W, unsigned T);

/// "line 3", or "line 3 of fold.cuh" where a message about a place in another file names it.
std::string lineName(const SourceLoc &Of, const SourceLoc &From);

/// Says what the finding's launch says, each text once: variables may share their names.
void addFacts(Finding &To, const Launch &From);

} // namespace cudafix::detect
