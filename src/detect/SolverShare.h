// SPDX-License-Identifier: Apache-2.0
//
// A unit of many kernels (template instances, mostly) still ends soon: they share what the
// solver may spend, and what one leaves the next ones have. No question is solved twice.
#pragma once

#include "smt/Solver.h"
#include <algorithm>

namespace cudafix::detect {

class SolverShare {
public:
  /// What was answered over the terms of `Known`, of the same unit before a repair, is known.
  explicit SolverShare(size_t Kernels, ExprContext *Known = nullptr)
      : Known(Known), Left(OfUnit - std::min(PerKernel * Kernels, OfUnit / 2)), Kernels(Kernels) {}

  /// Before the questions of the next kernel are asked, over whose terms `Ctx` is.
  void begin(ExprContext &Ctx) {
    uint64_t Share = Generous * Left / std::max<size_t>(Kernels, 1);
    Ctx.SolverUnits = std::clamp(Share, Least, Ctx.SolverUnits);
    if (!Known)
      Known = &Ctx;
    else
      smt::Solver::share(Ctx, *Known);
  }

  /// After them.
  void end(ExprContext &Ctx) {
    Kernels -= Kernels > 0;
    Left -= std::min(Left, smt::Solver::spent(Ctx));
  }

private:
  static constexpr uint64_t OfUnit = 28'000'000, Least = 200'000, Generous = 4;
  static constexpr uint64_t PerKernel = 100'000; ///< for what takes time beside the solver
  ExprContext *Known;
  uint64_t Left;  ///< solver resource units
  size_t Kernels; ///< that are not judged yet
};

} // namespace cudafix::detect
