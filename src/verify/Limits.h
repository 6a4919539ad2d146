// SPDX-License-Identifier: Apache-2.0
//
// How much the repairs of one file may take. All are numbers, so that the answer is the same on
// every machine.
#pragma once

#include "model/Options.h"
#include "llvm/Support/ErrorHandling.h"

namespace cudafix::verify {

/// Parses: each verification is one.
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

/// What the solver spends, in its resource units: kernels of many findings are judged anew for each
/// repair of one of them.
inline uint64_t maxSolverUnits(Effort E) {
  constexpr uint64_t Normal = 36'000'000;
  return E == Effort::Fast ? Normal / 6 : E == Effort::Normal ? Normal : 100 * Normal;
}

/// The same for repairs that have no source form: most users never see their IR.
inline uint64_t maxSolverUnitsOfIR(Effort E) { return maxSolverUnits(E) / 6; }

/// Comparisons by runs.
inline size_t maxCompared(Effort E) {
  return E == Effort::Fast ? 4 : E == Effort::Normal ? 12 : 100;
}

} // namespace cudafix::verify
