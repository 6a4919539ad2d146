// SPDX-License-Identifier: Apache-2.0
//
// Kernels that stay undecided, run in a confined process on inputs aimed at what is open: a race
// that happens there is one.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Adds to the unit's findings what runs of its undecided kernels show, and calls these racy.
/// `Launches`: of each kernel of the program; the unit's last kernels are the program's.
void runOpen(frontend::Program &P, llvm::ArrayRef<std::vector<Launch>> Launches,
             const Options &Opts, UnitReport &Unit);

} // namespace cudafix::cli
