// SPDX-License-Identifier: Apache-2.0
//
// A kernel simulated with its inputs under several schedules, and what was found.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "simulate/input/Inputs.h"
#include <set>

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

/// The first schedule runs warp by warp, the second from the last thread to the first, the
/// third one access of each thread in turn, the others at random, seeded.
Schedule scheduleOf(unsigned Index, uint64_t Seed);

/// Fails on what cannot be simulated, with the place and the reason.
llvm::Expected<SimulationReport> simulate(const llvm::Module &Device, const frontend::KernelUnit &K,
                                          const Launch &L, const SimulationOptions &Opts);

/// What the checks saw, as findings.
std::vector<Finding> toFindings(const std::vector<Event> &Events, const CompiledKernel &Code,
                                const frontend::KernelUnit &K, const Inputs &In);
/// All places that a finding names.
std::set<SourceLoc> placesOf(const Finding &F);
/// Counters as named measures of source places.
std::vector<Measure> toMeasures(const Counters &C, const CompiledKernel &Code);
Cost toCost(const SiteCounters &OfWarp);

} // namespace cudafix::simulate
