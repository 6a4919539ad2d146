// SPDX-License-Identifier: Apache-2.0
//
// The order in which a simulation runs its threads.
#pragma once

#include "model/Kernel.h"
#include <vector>

namespace cudafix::simulate {

/// The order in which ready threads run. No order assumes that the lanes of a warp move together.
enum class Order : uint8_t {
  Ascending,  ///< warp by warp, each thread up to its next synchronization
  Descending, ///< the same from the last thread to the first
  Together,   ///< one access of each thread in turn
  Random,     ///< a few accesses at a time, several blocks mixed
  Delayed,    ///< ascending, but `Delay` runs only if no other thread can
};

struct Schedule {
  Order How = Order::Ascending;
  uint64_t Seed = 0;
  std::vector<uint32_t> Delay = {}; ///< thread ids
  /// Places of accesses before which a thread waits until no other thread can run: what other
  /// threads do before reaching such a place then happens first, as if a barrier stood before it.
  std::vector<SourceLoc> Held = {};
};

/// The first schedule runs warp by warp, the second from the last thread to the first, the third
/// one access of each thread in turn; the others are random, seeded.
Schedule scheduleOf(unsigned Index, uint64_t Seed);

} // namespace cudafix::simulate
