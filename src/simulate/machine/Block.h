// SPDX-License-Identifier: Apache-2.0
//
// One simulated block.
#pragma once

#include "simulate/machine/Counters.h"
#include "simulate/machine/Lane.h"
#include <map>

namespace cudafix::simulate {

/// Threads of a block and what they share.
struct Block {
  uint32_t Number = 0;
  std::array<uint32_t, 3> Index{};
  std::vector<Lane> Lanes;
  unsigned Live = 0;
  uint32_t StartEpoch = 0, BarrierEpoch = 0;
  uint32_t FencedEpoch = 0; ///< up to which the fences of all its threads reach
  Knowledge *Known = nullptr;
  std::array<unsigned, 16> Waiting{}; ///< threads at each barrier number
  unsigned Exchanging = 0;            ///< threads that wait for lanes of their warp
  bool Unsettled = false;             ///< some thread asks what only a standing warp answers
  std::map<uint32_t, SyncVariable *> NamedOrder;
  std::vector<SyncVariable> ProxyFences; ///< by thread; empty: none yet
  std::vector<SiteCounters> Warps;       ///< what each has cost, where that is counted
  std::vector<uint32_t> MeetAt; ///< the turn at which each empties its logs; 0: not yet known
  char *Shared = nullptr, *Dynamic = nullptr, *Stacks = nullptr;
  bool Active = false;
};

} // namespace cudafix::simulate
