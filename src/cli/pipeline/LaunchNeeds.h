// SPDX-License-Identifier: Apache-2.0
//
// What is known of every launch, which of these facts a proof needs, and one assumption that would
// decide an undecided kernel.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Fills in the parts of the report that only `explain-launch` prints.
void explainLaunches(const frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
                     const Options &Opts, KernelReport &Report);

} // namespace cudafix::cli
