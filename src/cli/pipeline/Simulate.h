// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix simulate`: runs the kernels of a unit on concrete threads.
#pragma once

#include "cli/pipeline/Pipeline.h"
#include "report/Report.h"
#include "simulate/Simulate.h"

namespace cudafix::cli {

/// Simulates the selected kernels of a unit with the launches that host code shows.
UnitResult simulate(const frontend::CompileCommand &Cmd, const Options &Opts,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting);

/// The settings that the options of `simulate` give.
simulate::SimulationOptions simulationOptions(const Options &Opts);

/// Prints the source lines of every simulated kernel with the cost of their memory requests.
void printListing(llvm::raw_ostream &OS, const report::RunReport &R,
                  llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)> Source);

} // namespace cudafix::cli
