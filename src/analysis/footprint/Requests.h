// SPDX-License-Identifier: Apache-2.0
//
// What one request of a warp costs: sectors and lines of global memory, passes over the
// banks of shared memory (CUDA C++ Best Practices Guide, "Coalesced Access to Global
// Memory" and "Shared Memory and Memory Banks").
#pragma once

#include "analysis/footprint/LaneValues.h"

namespace cudafix::analysis {

constexpr unsigned SectorBytes = 32, LineBytes = 128, Banks = 32, BankBytes = 4;

/// One request, or the sum of several.
struct RequestCost {
  uint64_t Requests = 0;
  uint64_t Lanes = 0;
  uint64_t Sectors = 0;      ///< of 32 bytes, at the best possible alignment
  uint64_t SectorsFree = 0;  ///< if every row of lanes could begin at its best alignment
  uint64_t IdealSectors = 0; ///< distinct bytes / 32, rounded up
  uint64_t Lines = 0;        ///< of 128 bytes, at the best possible alignment
  uint64_t IdealLines = 0;   ///< distinct bytes / 128, rounded up
  uint64_t Bytes = 0;        ///< distinct bytes
  uint64_t Places = 0;       ///< distinct addresses
  uint64_t Passes = 0;       ///< shared memory: passes over the banks
  uint64_t Conflicts = 0;    ///< shared memory: passes beyond the first for each group of lanes
                             ///< served at a time
  uint64_t IdealPasses = 0;  ///< shared memory: one for each group of lanes served at a time
  unsigned Ways = 0;         ///< shared memory: the most words of one bank in one group
  void add(const RequestCost &O);
};

/// Bytes [At, At + Size) of an array.
struct LaneBytes {
  LaneForm At;
  int64_t Size;
};

/// The cost of accessing bytes of an array that begins at a multiple of 256 bytes. Bytes at unknown
/// distances are assumed to lie apart.
RequestCost globalRequest(LaneTerms &T, llvm::ArrayRef<LaneBytes> Bytes);
RequestCost globalRequest(LaneTerms &T, const LaneForms &Offsets, uint32_t Active, uint64_t Size);
/// The same for an array in shared memory; null when a distance is not known.
std::optional<RequestCost> sharedRequest(const LaneForms &Offsets, uint32_t Active, uint64_t Size);

} // namespace cudafix::analysis
