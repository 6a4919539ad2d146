// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectGlobalRace(const KernelFacts &F) {
  return raceFindings(F, GlobalRace.Id, [&](const analysis::RaceAnswer &R) {
    return !R.SameValue && R.Flaws.empty() && R.Where <= analysis::Scope::OtherWarp &&
           F.K.array(F.K.access(R.A).Array).Where != Space::Shared;
  });
}

const Detector cudafix::detect::GlobalRace = {
    "global-race", Level::Error,
    R"(Two threads of a block, in different warps, access the same bytes of global memory, at
least one of them writes, and no block barrier stands between the accesses.

Why: a block barrier orders global memory within the block; without one the order of the two
accesses is left to the schedule.

How it is decided: as for shared-race. Pointer parameters are taken as distinct objects unless
the host code passes one allocation twice, or --assume-alias is given.

Limits: as for shared-race. Threads of different blocks are inter-block-race.)",
    detectGlobalRace};
