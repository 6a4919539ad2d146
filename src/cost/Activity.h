// SPDX-License-Identifier: Apache-2.0
//
// The number of warps in which some lane satisfies a condition on its index, and the number of
// warps that a condition splits.
#pragma once

#include "cost/Terms.h"

namespace cudafix::cost {

/// Upper bounds on the number of warps in a block and in the grid.
struct Activity {
  Formula Block, Grid;
  Expr Cond; ///< the condition that holds in, or splits, these warps
};

/// Bounds numbers of warps by the conditions that their lanes satisfy.
class Activities {
public:
  Activities(const Layout &L, Formulas &F, Terms &T) : L(L), F(F), T(T), C(*L.K.Ctx) {}

  /// Warps with a lane for which the condition holds; nullopt: not known, it may be every warp.
  std::optional<Activity> holding(Expr Cond);
  /// Warps in which the condition holds for some lanes only; nullopt: not known, as above.
  std::optional<Activity> splitBy(Expr Cond);

private:
  /// The condition is Index < Limit, Index == Limit or Index > Limit, where Index counts threads.
  struct Comparison {
    enum class Kind : uint8_t { Below, Equal, Above } What;
    bool OfGrid; ///< true: Index is the thread's index in the grid; false: in the block
    Formula Limit;
  };
  std::optional<Comparison> read(Expr Cond);
  bool moves(const Formula &X) const;

  const Layout &L;
  Formulas &F;
  Terms &T;
  ExprContext &C;
};

} // namespace cudafix::cost
