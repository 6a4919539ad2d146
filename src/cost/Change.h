// SPDX-License-Identifier: Apache-2.0
//
// Two formulas of one cost, before and after a change: which is the better one.
#pragma once

#include "cost/Cost.h"
#include "model/Expr.h"

namespace cudafix::cost {

/// A bound with what its formula is made of.
struct NamedBound {
  const Bound *Of;
  const Formulas *All;
  const ExprContext *Names;
};

enum class Direction : uint8_t { Same, Better, Worse };

struct Change {
  Direction Way = Direction::Same;
  /// After / Before for large parameters; 0: unknown, or one of both is 0 or has no bound.
  double Factor = 0;
  bool Leading = false; ///< the terms that grow fastest are others, or a bound came or went
};

/// Symbols are the same where they have one name.
Change compare(const NamedBound &Before, const NamedBound &After);

} // namespace cudafix::cost
