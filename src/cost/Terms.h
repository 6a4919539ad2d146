// SPDX-License-Identifier: Apache-2.0
//
// Bounds the values of terms of the kernel model by formulas. Index arithmetic is assumed not to
// wrap around.
#pragma once

#include "cost/Layout.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix::cost {

/// A lower and an upper bound; null: none is known. If they are equal, they are the value.
struct Bounds {
  std::optional<Formula> Lo, Hi;
  bool exact() const { return Lo && Hi && *Lo == *Hi; }
};

/// Translates terms of the kernel model into bounds.
class Terms {
public:
  Terms(const Layout &L, Formulas &F) : L(L), F(F), C(*L.K.Ctx) {}

  /// Bounds over the symbols of the layout, parameters, counters and dimensions.
  Bounds of(Expr E);
  /// Sets the bounds of a loop's counter at the moment the loop is left.
  void setExit(LoopId Loop, Bounds B) { Exits[Loop] = std::move(B); }
  void forget() { Done.clear(); }
  /// The data on which a term without an upper bound depends, as a programmer would write it.
  std::string dataOf(Expr E) const;

private:
  Bounds compute(Expr E);
  Bounds apply(Expr E);
  Bounds exitOf(Expr E, LoopId Loop);
  Bounds product(const Bounds &A, const Bounds &B);
  Bounds divide(const Bounds &A, const Bounds &B, bool Signed);
  Bounds remainder(const Bounds &A, const Bounds &B);
  Bounds masked(const Bounds &A, const Bounds &B);
  Bounds select(Expr E);

  const Layout &L;
  Formulas &F;
  ExprContext &C;
  std::map<LoopId, Bounds> Exits;
  llvm::DenseMap<Expr, Bounds> Done;
  unsigned Depth = 0;
};

} // namespace cudafix::cost
