// SPDX-License-Identifier: Apache-2.0
//
// What is known of every launch, which of it a proof needs, and the one assumption that would
// settle what is undecided.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "model/Options.h"

namespace cudafix::cli {

/// Fills in the parts of the report that only `explain-launch` prints.
void explainLaunches(const frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
                     const Options &Opts, KernelReport &Report);

} // namespace cudafix::cli
