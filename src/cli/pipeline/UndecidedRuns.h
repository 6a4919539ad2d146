// SPDX-License-Identifier: Apache-2.0
//
// Kernels that the questions leave undecided, run on concrete threads in a confined process.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Launch.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Runs a kernel whose races or barriers are not decided, or of which a finding rests on a
/// convention that is not, with inputs that its launches give or
/// allow. A race or a divergent barrier that a run shows is asked for once more with the dimensions
/// and scalars of that run, where products become linear and few answers are out of reach: what is
/// sure or likely then is added to `Findings`, and the verdict of `Report` says so. What happens
/// only with contents of arrays that were made up is left out. Where nobody says how large the
/// blocks are, and the order of barriers is not known, something must happen with each size that is
/// possible, and is likely then. Limits count accesses and solver units, and are not charged to the
/// kernel's other questions.
void runUndecided(frontend::Program &P, const frontend::KernelUnit &K,
                  llvm::ArrayRef<Launch> Launches, const Options &Opts, KernelReport &Report,
                  std::vector<Finding> &Findings);

/// Returns true for a kernel that runUndecided may decide. `Findings`: those of the unit so far.
bool isRunUndecided(const KernelReport &K, llvm::ArrayRef<Finding> Findings, const Options &Opts);

} // namespace cudafix::cli
