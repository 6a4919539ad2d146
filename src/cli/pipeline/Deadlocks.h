// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose barriers are not proved to open, run on the CPU with the dimensions of their
// launches: threads that wait for each other there do so on a device.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Adds the deadlocks that a few runs of such kernels come to. `Launches` has those of each kernel.
void findDeadlocks(frontend::Program &P, llvm::ArrayRef<std::vector<Launch>> Launches,
                   const Options &Opts, UnitReport &Unit);

} // namespace cudafix::cli
