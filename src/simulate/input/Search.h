// SPDX-License-Identifier: Apache-2.0
//
// Inputs searched for what nobody gives: first those that the model of the kernel knows to
// bring threads to one place or into new code, then changes of inputs that reached new code.
#pragma once

#include "frontend/Program.h"
#include "simulate/input/Simulation.h"

namespace cudafix::simulate {

/// Values for some of what is made up, and how much a finding with them is worth.
struct Hint {
  std::vector<MadeUp> Values; ///< of other places or names than those free: left out
  Confidence How = Confidence::Confirmed;
  std::optional<std::pair<AccessId, AccessId>> Race; ///< that it should show
};

/// Inputs under which two accesses meet, or threads part before a barrier: the
/// witnesses of the races and divergences that the model shows, sure or not, and where it
/// cannot tell, inputs with which both accesses are executed at one place.
std::vector<Hint> collisionHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                 const Inputs &Base);

/// Inputs under which a thread comes to these nodes of the kernel.
std::vector<Hint> reachingHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                const Inputs &Base, llvm::ArrayRef<NodeId> Nodes);

/// Adds to `R` what up to `Opts.Search` further inputs bring to light, each under one
/// schedule. `Code` is compiled with coverage, and has been simulated with `Base`.
void searchInputs(const CompiledKernel &Code, const frontend::KernelUnit &K, const Launch &L,
                  const Inputs &Base, const SimulationOptions &Opts, SimulationReport &R);

} // namespace cudafix::simulate
