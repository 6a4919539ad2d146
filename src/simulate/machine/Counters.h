// SPDX-License-Identifier: Apache-2.0
//
// The cost of requests of warps, for each place in the source, with the definitions of the static
// analysis: the lanes of a warp that execute a place in the same turn of the loops around it make
// one request. Turns are counted from the last point where the lanes met.
#pragma once

#include "simulate/machine/Compiled.h"
#include "llvm/ADT/ArrayRef.h"

namespace cudafix::simulate {

struct LogEntry;

/// Sums over all requests of a place.
struct SiteCounters {
  uint64_t Requests = 0;     ///< of warps; for a branch or a block: executions
  uint64_t Lanes = 0;        ///< active lanes
  uint64_t Sectors = 0;      ///< of 32 bytes
  uint64_t Lines = 0;        ///< of 128 bytes
  uint64_t AlignedLines = 0; ///< lines that the same bytes would need if they began at a line
  uint64_t IdealSectors = 0; ///< distinct bytes / 32, rounded up
  uint64_t Conflicts = 0;    ///< shared memory: passes beyond the first
  uint64_t Divergent = 0;    ///< branches that split the warp
  uint64_t Steps = 0;        ///< instructions, once for each warp
  void add(const SiteCounters &O);
  /// Takes the larger of each.
  void raise(const SiteCounters &O);
};

struct Counters {
  std::vector<SiteCounters> BySite;
  /// The maximum over the warps of the launch, separately for each value.
  SiteCounters BusiestWarp;

  /// Adds another launch.
  void add(const Counters &O);
  /// Adds what the lanes of one warp have logged since they last met, and returns it. `IsShared`
  /// says whether an address is in shared memory.
  SiteCounters add(const CompiledKernel &Code, llvm::ArrayRef<llvm::ArrayRef<LogEntry>> Lanes,
                   llvm::function_ref<bool(uint64_t Address)> IsShared);
};

} // namespace cudafix::simulate
