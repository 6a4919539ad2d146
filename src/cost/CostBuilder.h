// SPDX-License-Identifier: Apache-2.0
//
// Costs of nodes summed over loops, warps and blocks.
#pragma once

#include "cost/Activity.h"
#include "cost/Cost.h"
#include "cost/Trips.h"

namespace cudafix::cost {

/// Takes over what host code says: dimensions as formulas of parameters, and conditions on them.
void useFacts(const Launch &Of, Layout &L, Formulas &F, Terms &T);

/// A cost of one metric: one formula for each warp of the block, or a single one for all warps.
struct WarpCost {
  std::vector<Formula> ByWarp{Formula(0)};
  bool Known = true, Tight = true;
  std::string Why; ///< why the cost is not known
  SourceLoc Where;
  bool isZero() const;
  void add(const WarpCost &O);
  void fail(const WarpCost &O); ///< becomes unknown if the other cost is unknown
};

/// Costs by class of sites and by metric: see CostBuilder::slot.
using Costs = std::vector<WarpCost>;

/// One item of a node that costs something, in one metric.
struct SiteCost {
  Metric Of;
  SourceLoc Loc;
  LaneCost Cost;
  bool Exit = false;  ///< a branch at which lanes leave a loop: counted with the loop
  std::string Why;    ///< why there is no bound
  unsigned Class = 0; ///< class of the warps that come there: position in CostBuilder::Classes
};

/// Computes the bounds of one kernel under one launch.
class CostBuilder {
public:
  CostBuilder(const Kernel &K, const Launch &L, const CodeFacts &Code);
  KernelCost build(bool ByLine);

private:
  struct View {
    bool Most;
    const SourceLoc *Line; ///< count only what stands on this line; null: everything
  };
  // CostBuilder.cpp: sites.
  const std::vector<SiteCost> &sites(NodeId N, const Iterations &At);
  void addAccess(std::vector<SiteCost> &R, const Access &A, const Iterations &At);
  void addBranch(std::vector<SiteCost> &R, const Node &N, const Iterations &At);
  void addTextures(std::vector<SiteCost> &R, const Node &N);
  void addSteps(std::vector<SiteCost> &R, const Node &N, const Iterations &At);
  unsigned classOf(std::optional<Activity> A, bool Splits);
  // Regions.cpp: turns of loops.
  Costs none() const { return Costs(Classes.size() * NumMetrics); }
  size_t slot(Metric M, unsigned Class = 0) const { return Class * NumMetrics + unsigned(M); }
  Costs nodes(std::vector<NodeId> Of, LoopId Around, const Iterations &At, const View &V);
  void addNode(Costs &R, WarpCost &Phase, NodeId N, const Iterations &At, const View &V);
  NodeId splitArms(std::vector<NodeId> &Of, const std::set<NodeId> &In, LoopId Around,
                   const Iterations &At, std::vector<NodeId> (&Arms)[2]);
  Costs dearer(const Costs &A, const Costs &B);
  void endPhase(Costs &R, WarpCost &Phase);
  Costs loop(LoopId L, const Iterations &At, const View &V);
  bool enumerated(const Loop &L, const TripCount &T, const Costs &Body, const Iterations &At,
                  const View &V, Costs &R);
  void addLast(Costs &R, LoopId L, const TripCount &T, const Iterations &At, const View &V);
  void addExits(Costs &R, LoopId L, const TripCount &T, const Iterations &At, const View &V);
  WarpCost times(const WarpCost &Body, SymbolId Counter, const Formula &Count, bool Most);
  // Totals.cpp
  void finish(Bound (&Of)[NumScopes], const Costs &Most, const Costs &Least, Metric M);
  void addClass(Bound (&Of)[NumScopes], const WarpCost &C, const Activity *A);
  void finishSpan(Bound (&Of)[NumScopes], const WarpCost &Span);
  std::optional<Formula> sumOver(const Formula &One, const Counted &S, bool Most, bool &Tight);
  std::optional<Formula> overBlocks(std::optional<Formula> R, bool Most, bool &Tight);
  std::optional<Formula> worst(const WarpCost &C, bool &Tight);
  std::optional<Formula> overWarps(const WarpCost &C, bool Most, bool &Tight);
  std::optional<Formula> sumOfFew(const Formula &One, const Counted &S);
  bool wants(const SiteCost &S, const View &V) const;

  const Kernel &K;
  const CodeFacts &Code;
  std::shared_ptr<Formulas> Shared;
  Formulas &F;
  Layout L;
  analysis::FlowInfo Flow;
  Terms T;
  LaneCosts Lanes;
  Trips Loops;
  Activities Active;
  /// Classes of warps: those that come somewhere (false) or diverge there (true). The first class
  /// stands for all warps.
  std::vector<std::pair<Activity, bool>> Classes{1};
  std::vector<unsigned> ClassOfNode, ClassOfSplit; ///< by node: the class that comes there, the
                                                   ///< class that diverges there
  std::vector<bool> HasBarrier;                    ///< by loop
  std::set<NodeId> Split;                          ///< branches whose sides are counted separately
  std::map<std::pair<NodeId, Iterations>, std::vector<SiteCost>> Sites;
  std::map<std::pair<LoopId, Iterations>, TripCount> TripsOf;
  std::vector<SourceLoc> DataAddresses;
  unsigned Work = 0;
};

} // namespace cudafix::cost
