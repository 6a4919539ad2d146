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
  unsigned Search = 0;                ///< further inputs, for what would be made up
  bool Counters = true;               ///< measured in a run of their own, warp by warp
  unsigned Jobs = 1;                  ///< schedules simulated at once
};

struct SimulationReport {
  std::vector<Finding> Findings; ///< by place
  std::vector<Measure> Measures; ///< by place
  Cost BusiestWarp;              ///< the most that one warp has, each value of its own
  std::string Output;            ///< of printf, under the first schedule
  std::vector<std::string> Notes;
  Inputs Used;
  uint64_t Accesses = 0; ///< of all schedules
  double Seconds = 0;    ///< of simulation alone
};

} // namespace cudafix::simulate
