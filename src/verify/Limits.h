// SPDX-License-Identifier: Apache-2.0
//
// Limits on the effort for the repairs of one file. All are counts, so that the result is the same
// on every machine.
#pragma once

#include "model/Options.h"
#include "llvm/Support/ErrorHandling.h"

namespace cudafix::verify {

/// Number of parses: each verification needs one.
inline size_t maxParses(Effort E) {
  switch (E) {
  case Effort::Fast:
    return 10;
  case Effort::Normal:
    return 60;
  case Effort::Exhaustive:
    return 1000;
  }
  llvm_unreachable("no such effort");
}

/// Solver units: a kernel with many findings is judged again for each repair of one of them.
inline uint64_t maxSolverUnits(Effort E) {
  constexpr uint64_t Normal = 36'000'000;
  return E == Effort::Fast ? Normal / 6 : E == Effort::Normal ? Normal : 100 * Normal;
}

/// The same for repairs without a source form: most users never see their IR.
inline uint64_t maxSolverUnitsOfIR(Effort E) { return maxSolverUnits(E) / 6; }

/// Number of comparisons by simulation.
inline size_t maxCompared(Effort E) {
  return E == Effort::Fast ? 4 : E == Effort::Normal ? 12 : 100;
}

} // namespace cudafix::verify
