// SPDX-License-Identifier: Apache-2.0
//
// What sets the numbers of two threads apart that count: results of atomic additions, lanes of a
// vote, and sums of loops.
#pragma once

#include "analysis/question/RaceQuestion.h"

namespace cudafix::analysis {

/// Adds to the question what holds of the tickets, lane counts and running sums that its offsets
/// stand on. Tickets of one cell are apart, those that others drew for a thread, too. Lane b above
/// lane a of one warp counts at least one lane more if a votes, and at most b - a more (a prefix
/// sum of the votes). In a later turn a sum is no less than in an earlier one with what that added.
void addCounts(const Kernel &K, RaceQuestion &Q);

} // namespace cudafix::analysis
