// SPDX-License-Identifier: Apache-2.0
//
// Compares two formulas of one cost, before and after a change: which one is better?
#pragma once

#include "cost/Cost.h"
#include "model/Expr.h"

namespace cudafix::cost {

/// A bound, with the owner of its formula's atoms and the names of its symbols.
struct NamedBound {
  const Bound *Of;
  const Formulas *All;
  const ExprContext *Names;
};

/// How a change affects a cost.
enum class Direction : uint8_t { Same, Better, Worse };

struct Change {
  Direction Way = Direction::Same;
  /// After / Before for large parameters; 0: unknown, or one of the two is 0 or has no bound.
  double Factor = 0;
  bool Leading = false; ///< the fastest-growing terms changed, or a bound appeared or disappeared
};

/// Compares two bounds; symbols of the same name count as the same symbol.
Change compare(const NamedBound &Before, const NamedBound &After);

} // namespace cudafix::cost
