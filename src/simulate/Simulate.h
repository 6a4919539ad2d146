// SPDX-License-Identifier: Apache-2.0
//
// A kernel simulated with its inputs under several schedules.
#pragma once

#include "frontend/Program.h"
#include "simulate/input/Simulation.h"

namespace cudafix::simulate {

/// Fails if something cannot be simulated, with the place and the reason.
llvm::Expected<SimulationReport> simulate(const llvm::Module &Device, const frontend::KernelUnit &K,
                                          const Launch &L, const SimulationOptions &Opts);

} // namespace cudafix::simulate
