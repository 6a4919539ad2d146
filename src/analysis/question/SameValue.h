// SPDX-License-Identifier: Apache-2.0
//
// Races whose outcome is one value whoever comes first.
#pragma once

#include "analysis/question/RaceCase.h"

namespace cudafix::analysis {

/// Sets RaceAnswer::SameValue and SameLoad, and whether the case leaves that open.
void compareValues(RaceCase &Case, RaceAnswer &R);

} // namespace cudafix::analysis
