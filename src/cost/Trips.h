// SPDX-License-Identifier: Apache-2.0
//
// How often loops run, from the conditions under which they go on.
#pragma once

#include "analysis/flow/Flow.h"
#include "cost/LaneCosts.h"
#include "cost/Terms.h"

namespace cudafix::cost {

/// How often a warp goes through a loop each time it comes there.
struct TripCount {
  /// Turns that some lane makes, over the numbers of warp and block and outer counters; null: no
  /// bound.
  std::optional<Formula> Most;
  Formula Least; ///< turns that every lane makes
  bool Exact = false;
  std::string Why; ///< there is no bound
  SourceLoc Where;
  /// Turns in which lanes part at the exits, at most.
  Formula Splits = Formula(31);
  /// Nodes that are passed once more than there are turns, in the order of the flow.
  std::vector<NodeId> Last;
};

class Trips {
public:
  Trips(const Layout &L, const analysis::FlowInfo &Flow, Formulas &F, Terms &T, LaneCosts &Lanes)
      : L(L), K(L.K), Flow(Flow), F(F), T(T), Lanes(Lanes), C(*L.K.Ctx) {}

  TripCount of(LoopId Loop, const Iterations &At);
  /// Returns true if lanes take the edge that leave the loop of the node it begins at.
  bool isExit(const Node &N) const;

private:
  /// The first k for which `Stay` does not hold.
  struct Count {
    std::optional<Formula> Lo, Hi;
    std::optional<Formula> Spread; ///< between lanes
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
