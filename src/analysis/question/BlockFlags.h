// SPDX-License-Identifier: Apache-2.0
//
// Flags that some threads post or await for their block, and whose other side is another kernel,
// block or device: do the other threads of the block synchronize with these threads?
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// A thread that posts a flag while an earlier store of another thread may still be pending, or
/// that waits for a flag while another thread already reads.
struct UnmetFlag {
  enum class Kind : uint8_t { Posted, Awaited } What = Kind::Posted;
  AccessId Access = NoId; ///< the store or read of the other thread
  AccessId Flag = NoId;
  Witness Example; ///< the thread that stores or reads, and the one at the flag
};

/// Examines stores with release order (or after a fence) of at least device scope to arrays that
/// the kernel does not read, and waits on arrays that it does not write; flags that it both reads
/// and writes are left to the race questions. Posted: on some path in the same turn of all loops, a
/// store of another thread comes before the post, without a barrier that both threads pass.
/// Awaited: no path from the wait leads to a barrier in the same turn. Questions that the solver
/// does not decide give no result.
std::vector<UnmetFlag> findUnmetFlags(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
