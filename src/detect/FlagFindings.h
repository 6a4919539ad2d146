// SPDX-License-Identifier: Apache-2.0
//
// What the detectors of flags for a block share: turning an unmet flag into a finding.
#pragma once

#include "analysis/question/BlockFlags.h"
#include "detect/Detector.h"

namespace cudafix::detect {

/// Findings for the flags of one kind, one per flag.
std::vector<Finding> flagFindings(const KernelFacts &F, const Detector &By,
                                  analysis::UnmetFlag::Kind What);

} // namespace cudafix::detect
