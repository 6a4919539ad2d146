// SPDX-License-Identifier: Apache-2.0
//
// In how many warps some lane satisfies a condition on its index, and how many warps a condition
// splits.
#pragma once

#include "cost/Terms.h"

namespace cudafix::cost {

/// At most so many warps of a block, and of the grid.
struct Activity {
  Formula Block, Grid;
  Expr Cond; ///< whose warps these are; other conditions may have as many others
};

class Activities {
public:
  Activities(const Layout &L, Formulas &F, Terms &T) : L(L), F(F), T(T), C(*L.K.Ctx) {}

  /// Warps with a lane for which the condition holds; nullopt: all of them may have one.
  std::optional<Activity> holding(Expr Cond);
  /// Warps with lanes on both sides; nullopt: all of them may have some.
  std::optional<Activity> splitBy(Expr Cond);

private:
  /// The condition is Index < Limit, Index == Limit or Index > Limit, where Index counts threads.
  struct Comparison {
    enum class Kind : uint8_t { Below, Equal, Above } What;
    bool OfGrid; ///< Index is the thread's in the grid, else in the block
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
