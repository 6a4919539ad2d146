// SPDX-License-Identifier: Apache-2.0
//
// What an editor and the pictures show of a kernel: hints on its places, its requests and
// branches lane by lane, its control flow.
#pragma once

#include "model/Details.h"
#include "model/Finding.h"
#include "smt/Workspace.h"

namespace cudafix::cli {

/// The details of a kernel, from its model, launches, verdicts and costs (empty unless asked for).
KernelDetails detailsOf(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                        const KernelReport &Report, std::vector<CostMap> Costs);

} // namespace cudafix::cli
