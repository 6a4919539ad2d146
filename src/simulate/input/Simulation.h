// SPDX-License-Identifier: Apache-2.0
//
// How a kernel is simulated, and what was found.
#pragma once

#include "simulate/input/Inputs.h"

namespace cudafix::simulate {

struct SimulationOptions {
  InputOptions Given;
  unsigned Schedules = 4;
  uint64_t Seed = 0;
  uint64_t MaxAccesses = 400'000'000; ///< of one schedule
  unsigned Search = 0;                ///< number of further inputs to try for made-up values
  bool Counters = true;               ///< measured in a separate run, warp by warp
  unsigned Jobs = 1;                  ///< number of schedules simulated in parallel
};

struct SimulationReport {
  std::vector<Finding> Findings; ///< by place
  std::vector<Measure> Measures; ///< by place
  Cost BusiestWarp;              ///< the maximum over all warps, separately for each value
  std::string Output;            ///< output of printf under the first schedule
  std::vector<std::string> Notes;
  Inputs Used;
  uint64_t Accesses = 0; ///< of all schedules
  double Seconds = 0;    ///< time spent in the simulation itself
};

} // namespace cudafix::simulate
