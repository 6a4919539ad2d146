// SPDX-License-Identifier: Apache-2.0
//
// Searches for inputs that nobody gives: first those of which the kernel's model knows that threads
// then collide or reach new code, then changes of inputs that reached new code.
#pragma once

#include "frontend/Program.h"
#include "simulate/input/Simulation.h"

namespace cudafix::simulate {

/// Values for some made-up items, and how certain a finding with them is.
struct Hint {
  std::vector<MadeUp> Values; ///< values for items that are not free are ignored
  Confidence How = Confidence::Confirmed;
  std::optional<std::pair<AccessId, AccessId>> Race; ///< the race that it is meant to show
};

/// Inputs under which two accesses collide, or threads diverge before a barrier: the witnesses of
/// the model's races and divergences, certain or not; and if the model cannot decide, inputs under
/// which both accesses touch the same place.
std::vector<Hint> collisionHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                 const Inputs &Base);

/// Inputs under which a thread reaches these nodes of the kernel.
std::vector<Hint> reachingHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                const Inputs &Base, llvm::ArrayRef<NodeId> Nodes);

/// Adds to `R` what up to `Opts.Search` further inputs show, each under one schedule. `Code` must
/// be compiled with coverage, and already simulated with `Base`.
void searchInputs(const CompiledKernel &Code, const frontend::KernelUnit &K, const Launch &L,
                  const Inputs &Base, const SimulationOptions &Opts, SimulationReport &R);

} // namespace cudafix::simulate
