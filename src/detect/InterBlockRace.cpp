// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectInterBlockRace(const KernelFacts &F) {
  return raceFindings(F, InterBlockRace.Id, [&](const analysis::RaceAnswer &R) {
    return !R.SameValue && R.Flaws.empty() && R.Where == analysis::Scope::OtherBlock;
  });
}

const Detector cudafix::detect::InterBlockRace = {
    "inter-block-race", Level::Error,
    R"(Two threads of different blocks access the same bytes of global memory, at least one of
them writes, and they are not both atomic at a scope that covers both.

Why: blocks run in any order, and no block barrier orders them.

How it is decided: as for shared-race, over the whole kernel, with regions ended only by grid
barriers. gridDim * blockDim is taken to stay below 2^31 in each dimension.

Limits: without a visible launch a parameter may have any value; a race that needs a row
length or an offset smaller than the number of threads is only "possible".)",
    detectInterBlockRace};
