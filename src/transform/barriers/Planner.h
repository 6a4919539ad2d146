// SPDX-License-Identifier: Apache-2.0
//
// The search of planBarriers(): goals (pairs to be kept in different phases), clauses
// from the paths a solution leaves open, and the solution as connected plans.
#pragma once

#include "analysis/flow/Flow.h"
#include "smt/Workspace.h"
#include "transform/barriers/BarrierPlan.h"
#include <set>

namespace cudafix::transform {

/// A pair whose accesses must be in different phases, and which of its paths are to be cut.
struct Goal {
  AccessId A = NoId, B = NoId;
  bool WarpOnly = true;
  std::set<unsigned> Findings;
  bool Forward = false, Around = false, Siblings = false;
  /// A removed barrier: only paths across it are to be cut. Set for pairs without a finding that
  /// were never proved free, because the accesses that the barrier ordered must stay ordered.
  BarrierId Through = NoId;
  /// If several loops are around both accesses, the outermost one, while only paths around it are
  /// cut: usually it carries the race.
  LoopId Outer = NoId;
  std::set<unsigned> Used; ///< groups in its clauses
  std::string Dropped;     ///< why no barrier helps; empty: active
};

struct GoalClause {
  unsigned Goal;
  std::vector<smt::Literal> Literals;
};

class Planner {
public:
  Planner(const PlanKernel &PK, smt::Workspace &Solving, const PlanProblem &Problem,
          const PlanOracle &Oracle, const PlanOptions &Opts)
      : PK(PK), K(PK.K), Solving(Solving), Problem(Problem), Oracle(Oracle), Opts(Opts), Flow(PK.K),
        Removed(PK.K.Barriers.size()), InFrontRemoved(PK.K.Accesses.size()),
        BehindRemoved(PK.K.Accesses.size()), Value(2 * PK.Groups.size(), false),
        Nearness(PK.Groups.size(), MaxNearness), Parted(PK.Groups.size(), -1) {
    for (const PlanDivergence &D : Problem.Divergences)
      for (const Barrier &B : K.Barriers)
        if (B.Id == D.Barrier || (B.Loc.Line && B.Loc == K.barrier(D.Barrier).Loc))
          Divergences.push_back({B.Id, D.Finding});
  }

  PlanResult run();

private:
  static constexpr int64_t MaxNearness = 60;
  static constexpr unsigned MaxRounds = 8;
  static constexpr unsigned MaxUnsettled = 4;

  unsigned block(unsigned Group) const { return 2 * Group; }
  unsigned warp(unsigned Group) const { return 2 * Group + 1; }

  void removeDivergent();
  void addGoal(AccessId A, AccessId B, bool WarpOnly, std::set<unsigned> Findings,
               llvm::ArrayRef<analysis::RaceAnswer> Answers);
  void addGoals(llvm::ArrayRef<analysis::RaceAnswer> Answers);
  void addDerived(llvm::ArrayRef<analysis::RaceAnswer> Answers);
  void classify(Goal &G, llvm::ArrayRef<analysis::RaceAnswer> Answers, bool First);
  std::vector<analysis::RaceAnswer> askAll() const;
  std::vector<analysis::RaceAnswer> settle(const analysis::BarrierSet &Set, AccessId A, AccessId B,
                                           std::vector<analysis::RaceAnswer> Left);
  void collectCopies();
  bool solve();
  bool cutAll();
  bool cutPath(unsigned GoalIndex, analysis::Position From, AccessId To, analysis::PathKind Kind);
  std::vector<analysis::Position> startsOf(AccessId Id) const;
  void cutThrough(unsigned GoalIndex, bool &Added);
  bool addClause(unsigned GoalIndex, llvm::ArrayRef<SlotId> Path, AccessId To);
  bool isFilledOn(SlotId S, const Goal &G, AccessId Read) const;
  void keepApart();
  int sideOf(AccessId Id) const;
  bool isIntended(const Goal &G) const { return sideOf(G.A) != sideOf(G.B); }
  AccessId secondOf(const Goal &G) const;
  analysis::Position siblingStart(const Goal &G) const;
  bool usable(unsigned Group) const;
  void findParted(unsigned Group);
  bool reask(llvm::ArrayRef<analysis::RaceAnswer> All, unsigned Count);
  void prune();
  void drop(Goal &G, std::string Why);
  void beginOutside(Goal &G) const;
  void moveBarriers(PlanResult &Result) const;
  BarrierId barrierBehind(LoopId L) const;
  bool leavesOpen(LoopId L, BarrierId Behind) const;
  analysis::BarrierSet current() const;
  std::optional<analysis::FlowPath> open(const Goal &G, analysis::Position From,
                                         analysis::Position To, analysis::PathKind Kind) const;
  std::vector<BarrierPlan> plans();
  bool crossesStatement(const Goal &G, analysis::Position From, analysis::Position To) const;
  bool crosses(const Goal &G, BarrierId Id) const;
  void noteWholeWarps(const SlotGroup &Group, BarrierChange &Change) const;
  void describe(BarrierPlan &P, llvm::ArrayRef<unsigned> Used);

  const PlanKernel &PK;
  const Kernel &K;
  smt::Workspace &Solving;
  const PlanProblem &Problem;
  const PlanOracle &Oracle;
  const PlanOptions &Opts;
  analysis::FlowInfo Flow;
  llvm::BitVector Removed;
  llvm::BitVector InFrontRemoved, BehindRemoved; ///< accesses next to removed barriers
  std::vector<bool> Value;
  std::vector<int64_t> Nearness; ///< least number of slots between a first access and the group
  std::vector<int> Parted;       ///< branches around a group where lanes diverge; -1: not known yet
  unsigned Unsettled = 0;        ///< pairs that stayed undecided when asked longer
  std::vector<Goal> Goals;
  std::vector<GoalClause> Clauses;
  std::vector<std::pair<unsigned, unsigned>> Fixed; ///< groups that must be on, with their findings
  std::vector<PlanDivergence> Divergences;
  std::set<std::pair<AccessId, AccessId>> Copies; ///< all pairs at the problem's places
  std::set<std::pair<AccessId, AccessId>>
      Baseline; ///< pairs that were not proved free at the start
};

} // namespace cudafix::transform
