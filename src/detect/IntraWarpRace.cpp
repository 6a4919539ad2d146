// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectIntraWarpRace(const KernelFacts &F) {
  return raceFindings(F, IntraWarpRace.Id, [&](const analysis::RaceAnswer &R) {
    return !R.SameValue && R.Flaws.empty() && R.Where == analysis::Scope::SameWarp;
  });
}

const Detector cudafix::detect::IntraWarpRace = {
    "intra-warp-race", Level::Error,
    R"(Two lanes of one warp access the same bytes, at least one of them writes, and neither a
__syncwarp() naming both lanes nor a block barrier stands between the accesses.

Why: from sm_70 the threads of a warp are scheduled independently (CUDA C++ Programming Guide,
"Independent Thread Scheduling"); code that relies on lockstep, such as reductions without
barriers in the last warp, may read a value before or after it is written. Shuffles, votes and
volatile do not order memory.

How it is decided: as for shared-race, with regions ended by warp barriers too. With --arch
below sm_70 warps run in lockstep and nothing is reported.

Limits: a __syncwarp whose mask holds values from memory or votes and differs between lanes
leaves the verdict unknown.)",
    detectIntraWarpRace};
