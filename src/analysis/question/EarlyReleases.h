// SPDX-License-Identifier: Apache-2.0
//
// Flags that one thread posts for its block, and that another kernel, block or device reads: are
// the stores of the block's other threads ordered before it?
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// A flag that a thread posts while another thread's store before it may still be to come.
struct EarlyRelease {
  AccessId Store = NoId, Release = NoId;
  Witness Example; ///< the thread that stores, and the one that posts
};

/// Looks at stores with release order, or behind a fence, of device scope at least, by one thread
/// of the block, to arrays that the kernel does not read: what it reads itself is a question of
/// races. A store of another thread comes before on some way of the same turn of all loops, without
/// a barrier that the two pass. What the solver does not decide is left out.
std::vector<EarlyRelease> findEarlyReleases(const Kernel &K, const Launch &L,
                                            const RaceOptions &Opts);

} // namespace cudafix::analysis
