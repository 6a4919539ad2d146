// SPDX-License-Identifier: Apache-2.0
//
// What an editor shows of a place in a kernel: an access, a barrier, the kernel itself.
#pragma once

#include "analysis/footprint/Drawings.h"
#include "model/Details.h"
#include "model/Finding.h"
#include "smt/Workspace.h"

namespace cudafix::cli {

/// Texts in Markdown on every access and barrier of the kernel, and on its name; `Of` are its
/// footprints under some launches, `Costs` what it costs under them.
std::vector<Hint> hintsOf(const Kernel &K, smt::Workspace &Solving,
                          llvm::ArrayRef<analysis::DrawnFootprints> Of, const KernelReport &Report,
                          llvm::ArrayRef<CostMap> Costs);

} // namespace cudafix::cli
