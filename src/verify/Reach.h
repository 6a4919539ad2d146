// SPDX-License-Identifier: Apache-2.0
//
// Which kernels edits reach beyond those that are judged.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::verify {

/// Returns true if kernels that --kernel leaves out may run what the edits change: not all of them
/// are in the bodies of kernels that are judged.
bool mayChangeOthers(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

} // namespace cudafix::verify
