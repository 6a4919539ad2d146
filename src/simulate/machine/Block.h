// SPDX-License-Identifier: Apache-2.0
//
// One simulated block.
#pragma once

#include "simulate/machine/Counters.h"
#include "simulate/machine/Lane.h"
#include "simulate/machine/Memory.h"
#include <map>

namespace cudafix::simulate {

struct Cluster;

/// The threads of a block and what they share.
struct Block {
  uint32_t Number = 0;
  std::array<uint32_t, 3> Index{};
  std::vector<Lane> Lanes;
  unsigned Live = 0;
  uint32_t StartEpoch = 0, BarrierEpoch = 0;
  uint32_t FencedEpoch = 0; ///< epoch up to which the fences of all its threads reach
  Knowledge *Known = nullptr;
  std::array<unsigned, 16> Waiting{}; ///< threads at each barrier number
  unsigned Exchanging = 0;            ///< threads that wait for lanes of their warp
  bool Unsettled = false;             ///< some thread's answer needs its warp to stand still
  std::map<uint32_t, SyncVariable *> NamedOrder;
  std::vector<SyncVariable> ProxyFences; ///< by thread; empty: none yet
  std::vector<SiteCounters> Warps;       ///< the cost of each warp, if counted
  std::vector<uint32_t> MeetAt; ///< the turn at which each warp empties its logs; 0: not known yet
  char *Shared = nullptr, *Dynamic = nullptr, *Stacks = nullptr;
  bool Active = false;
  Cluster *Of = nullptr;                       ///< null: not needed so far
  const std::vector<Block *> *Peers = nullptr; ///< the blocks of its cluster by rank, or null
  uint32_t Rank = 0;
  bool Kept = false; ///< it has ended, but others of its cluster may still access its memory
  /// For threads of other blocks: mark and site of their last access to its shared memory.
  std::map<uint32_t, std::pair<Mark, uint32_t>> Visitors;
};

} // namespace cudafix::simulate
