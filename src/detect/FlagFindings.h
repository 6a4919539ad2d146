// SPDX-License-Identifier: Apache-2.0
//
// What the detectors of flags for a block share: an unmet flag as a finding.
#pragma once

#include "analysis/question/BlockFlags.h"
#include "detect/Detector.h"

namespace cudafix::detect {

/// Findings for the flags of a kind, one for each flag.
std::vector<Finding> flagFindings(const KernelFacts &F, const Detector &By,
                                  analysis::UnmetFlag::Kind What);

} // namespace cudafix::detect
