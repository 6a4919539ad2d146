// SPDX-License-Identifier: Apache-2.0
//
// Races that have the same outcome whichever access comes first.
#pragma once

#include "analysis/question/RaceCase.h"

namespace cudafix::analysis {

/// Sets RaceAnswer::SameValue and SameLoad, and RaceCase::MayWriteSame if that stays open.
void compareValues(RaceCase &Case, RaceAnswer &R);

} // namespace cudafix::analysis
