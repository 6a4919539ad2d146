// SPDX-License-Identifier: Apache-2.0
//
// Footprints with what a picture of them needs: the place of each lane and the lanes of each
// branch.
#pragma once

#include "analysis/footprint/Footprint.h"

namespace cudafix::analysis {

/// The request of an access that wastes most.
struct DrawnRequest {
  LaneForms Where{};   ///< by lane
  uint32_t Active = 0; ///< lanes that take part
};

/// The lanes on both sides of a branch that splits warps, for each warp in its first case.
struct DrawnBranch {
  NodeId Node = NoId;
  std::vector<std::pair<uint32_t, uint32_t>> Warps;
};

struct DrawnFootprints {
  Footprints Of;
  std::vector<DrawnRequest> Requests; ///< one for each of `Of.Accesses`
  std::vector<DrawnBranch> Branches;  ///< one for each of `Of.Branches`
};

DrawnFootprints drawFootprints(const Kernel &K, const Launch &L);

} // namespace cudafix::analysis
