// SPDX-License-Identifier: Apache-2.0
//
// What the race detectors share: turning an answer of the race question into a finding.
#pragma once

#include "detect/Detector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::detect {

/// Findings for the answers that `Select` accepts. Answers for one pair in several launches are one
/// finding, made from the most certain one.
std::vector<Finding> raceFindings(const KernelFacts &F, llvm::StringRef Id,
                                  llvm::function_ref<bool(const analysis::RaceAnswer &)> Select);

/// "(3,0,0)", or "3" where the block has one dimension.
std::string threadName(const Witness &W, unsigned T);
/// The block of thread `T` of a witness.
std::string blockName(const Witness &W, unsigned T);

/// "line 3", or "line 3 of fold.cuh" if `From` is in another file.
std::string lineName(const SourceLoc &Of, const SourceLoc &From);

/// Adds the facts of the finding's launch, each text once, because variables may share names.
void addFacts(Finding &To, const Launch &From);

} // namespace cudafix::detect
