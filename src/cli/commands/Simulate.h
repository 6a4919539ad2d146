// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate`: the kernels of a unit run on concrete threads.
#pragma once

#include "cli/pipeline/Pipeline.h"
#include "report/Report.h"
#include "simulate/Simulate.h"

namespace cudafix::cli {

/// Simulates the selected kernels of a unit with the launches that host code shows.
UnitResult simulate(const frontend::CompileCommand &Cmd, const Options &Opts,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting);

/// What the options of `simulate` fix.
simulate::SimulationOptions simulationOptions(const Options &Opts);

/// The lines of every simulated kernel with what the requests on them cost.
void printListing(llvm::raw_ostream &OS, const report::RunReport &R,
                  llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)> Source);

} // namespace cudafix::cli
