// SPDX-License-Identifier: Apache-2.0
//
// How often loops run, derived from the conditions under which they continue.
#pragma once

#include "analysis/flow/Flow.h"
#include "cost/LaneCosts.h"
#include "cost/Terms.h"

namespace cudafix::cost {

/// How often a warp runs a loop's body each time it comes to the loop.
struct TripCount {
  /// Turns (iterations) that some lane makes, over the numbers of the warp and block and outer
  /// counters; null: no bound.
  std::optional<Formula> Most;
  Formula Least; ///< turns that every lane makes
  bool Exact = false;
  std::string Why; ///< why there is no bound
  SourceLoc Where;
  /// An upper bound on the turns in which lanes diverge at the exits.
  Formula Splits = Formula(31);
  /// Nodes that run once more than there are turns, in control-flow order.
  std::vector<NodeId> Last;
};

/// Bounds the trip counts of loops.
class Trips {
public:
  Trips(const Layout &L, const analysis::FlowInfo &Flow, Formulas &F, Terms &T, LaneCosts &Lanes)
      : L(L), K(L.K), Flow(Flow), F(F), T(T), Lanes(Lanes), C(*L.K.Ctx) {}

  TripCount of(LoopId Loop, const Iterations &At);
  /// Returns true if lanes that take some edge of the node leave its loop.
  bool isExit(const Node &N) const;

private:
  /// The number of the first turn k for which the condition `Stay` fails.
  struct Count {
    std::optional<Formula> Lo, Hi;
    std::optional<Formula> Spread; ///< difference between the lanes
  };
  Count countOf(Expr Stay, const Loop &In, bool Negated = false);
  Count ofComparison(Expr A, Expr B, bool Strict, const Loop &In);
  std::optional<Count> ofShift(Expr A, Expr B, bool Strict, const Loop &In);
  Count ofDifference(const Loop &In, std::optional<Formula> Lo, std::optional<Formula> Hi);
  Expr stays(const Node &N, LoopId Loop) const;
  void findLast(TripCount &R, LoopId Loop, NodeId Exit) const;
  std::optional<Formula> overLanes(std::optional<Formula> V, bool Most);

  const Layout &L;
  const Kernel &K;
  const analysis::FlowInfo &Flow;
  Formulas &F;
  Terms &T;
  LaneCosts &Lanes;
  ExprContext &C;
};

} // namespace cudafix::cost
