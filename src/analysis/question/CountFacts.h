// SPDX-License-Identifier: Apache-2.0
//
// What sets the numbers of two threads apart that count: results of atomic additions, sums over the
// lanes of a warp, and sums of loops.
#pragma once

#include "analysis/question/RaceQuestion.h"

namespace cudafix::analysis {

/// Adds to the question what holds of the tickets, sums over lanes and running sums that its
/// offsets stand on. Tickets of one cell are apart, those that others drew for a thread, too. Where
/// each thread draws so many at most, there are no more than the block's threads draw. From lane a
/// to lane b above it a sum over the lanes below grows by at least what a gives. In a later turn a
/// running sum is no less than in an earlier one with what that added.
void addCounts(const Kernel &K, RaceQuestion &Q);

} // namespace cudafix::analysis
