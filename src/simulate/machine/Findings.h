// SPDX-License-Identifier: Apache-2.0
//
// What the machine saw and counted, as findings and measures for reports.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "simulate/machine/Machine.h"
#include <set>

namespace cudafix::simulate {

/// The events as findings. `Of`: dimensions and values of the run, without threads.
std::vector<Finding> toFindings(const std::vector<Event> &Events, const CompiledKernel &Code,
                                const frontend::KernelUnit &K, const Witness &Of);
/// All places that a finding names.
std::set<SourceLoc> placesOf(const Finding &F);
/// Counters as named measures of source places.
std::vector<Measure> toMeasures(const Counters &C, const CompiledKernel &Code);
Cost toCost(const SiteCounters &OfWarp);

} // namespace cudafix::simulate
