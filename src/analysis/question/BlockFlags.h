// SPDX-License-Identifier: Apache-2.0
//
// Flags that some threads post or await for their block, and whose other end is another kernel,
// block or device: do the other threads of the block meet them?
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// A thread that posts a flag while another one's store before it may still be to come, or that
/// waits for a flag while another one already reads.
struct UnmetFlag {
  enum class Kind : uint8_t { Posted, Awaited } What = Kind::Posted;
  AccessId Access = NoId; ///< the store or read of the other thread
  AccessId Flag = NoId;
  Witness Example; ///< the thread that stores or reads, and the one at the flag
};

/// Looks at stores with release order, or behind a fence, of device scope at least, to arrays that
/// the kernel does not read, and at waits for arrays that it does not write: what it does both with
/// is a question of races. Posted: another thread's store comes before on some way of the same turn
/// of all loops, without a barrier that the two pass. Awaited: no way from the wait leads to a
/// barrier in the same turn. What the solver does not decide is left out.
std::vector<UnmetFlag> findUnmetFlags(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
