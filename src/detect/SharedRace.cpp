// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectSharedRace(const KernelFacts &F) {
  return raceFindings(F, SharedRace.Id, [&](const analysis::RaceAnswer &R) {
    return !R.SameValue && R.Flaws.empty() && R.Where <= analysis::Scope::OtherWarp &&
           F.K.array(F.K.access(R.A).Array).Where == Space::Shared;
  });
}

const Detector cudafix::detect::SharedRace = {
    "shared-race", Level::Error,
    R"(Two threads of a block, in different warps, access the same bytes of shared memory, at
least one of them writes, and no block barrier stands between the accesses.

Why: the threads run in any order; the value read, or left in memory, depends on which is
first. The result changes from run to run and from device to device.

How it is decided: for each barrier-free region a solver looks for two threads, loop
iterations, parameters and launch dimensions with which both accesses are reached and their
bytes overlap. Such values are printed as the witness; if none exist, the pair is proved free.

Limits: pointers loaded from memory, indirect calls and recursion leave the verdict unknown.
A race whose index comes from array contents is shown as "likely" or hidden as "possible".)",
    detectSharedRace};
