// SPDX-License-Identifier: Apache-2.0
//
// Facts that separate counted numbers of two threads: results of atomic additions, sums over the
// lanes of a warp, and running sums of loops.
#pragma once

#include "analysis/question/RaceQuestion.h"

namespace cudafix::analysis {

/// Adds to the question what is known about the tickets, lane sums and running sums in its offsets.
/// Tickets of one cell differ, including those that another thread drew for a thread. If each
/// thread draws a bounded number, all of them are bounded by what the block's threads draw
/// together. From lane a to a higher lane b, a sum over the lanes below grows by at least what a
/// contributes. In a later turn, a running sum is at least what it was in an earlier turn plus what
/// that turn added.
void addCounts(const Kernel &K, RaceQuestion &Q);

} // namespace cudafix::analysis
