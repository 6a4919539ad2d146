// SPDX-License-Identifier: Apache-2.0
//
// Runs kernels that the questions leave undecided on concrete threads, in a confined process.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Launch.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Runs a kernel whose races or barriers are undecided, or with a finding that depends on an
/// undecided convention, with inputs that its launches give or allow. If a run shows a race or a
/// divergent barrier, asks for it again with the dimensions and scalars of that run, with which
/// products become linear and most questions are decided: sure and likely findings are added to
/// `Findings`, and the verdict in `Report` is changed. Findings that need made-up array contents
/// are left out. If the block size and the order of barriers are not known, a finding must show
/// with each possible size, and is likely then. Limits count accesses and solver units, which are
/// not charged to the kernel's other questions.
void runUndecided(frontend::Program &P, const frontend::KernelUnit &K,
                  llvm::ArrayRef<Launch> Launches, const Options &Opts, KernelReport &Report,
                  std::vector<Finding> &Findings);

/// Returns true for a kernel that runUndecided may decide. `Findings`: those of the unit so far.
bool isRunUndecided(const KernelReport &K, llvm::ArrayRef<Finding> Findings, const Options &Opts);

} // namespace cudafix::cli
