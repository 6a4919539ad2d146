// SPDX-License-Identifier: Apache-2.0
//
// Hover texts of editors for accesses, barriers and kernels.
#pragma once

#include "analysis/footprint/Drawings.h"
#include "model/Details.h"
#include "model/Finding.h"
#include "smt/Workspace.h"

namespace cudafix::cli {

/// Markdown texts on every access and barrier of the kernel, and on its name. `Of` are its
/// footprints under some launches, `Costs` its costs under them.
std::vector<Hint> hintsOf(const Kernel &K, smt::Workspace &Solving,
                          llvm::ArrayRef<analysis::DrawnFootprints> Of, const KernelReport &Report,
                          llvm::ArrayRef<CostMap> Costs);

} // namespace cudafix::cli
