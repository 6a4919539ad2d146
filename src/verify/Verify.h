// SPDX-License-Identifier: Apache-2.0
//
// Checks a repair before anyone sees it: patched source parses on both sides, the finding
// is gone for every launch, nothing new is found, the IR is accepted by the backend.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::verify {

/// Fills R.Check and R.How (Proven, Conditional, Suggested or Manual).
/// `All` are the findings of the unit, F among them.
void verify(frontend::Program &P, const Options &Opts, const Finding &F,
            llvm::ArrayRef<Finding> All, Repair &R);

} // namespace cudafix::verify
