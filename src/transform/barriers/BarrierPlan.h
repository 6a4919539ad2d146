// SPDX-License-Identifier: Apache-2.0
//
// Finds one barrier set for the whole kernel (the barrier variables of GPURepair): a Boolean for
// each place, and a clause for each barrier-free path between two racing accesses, added when the
// current solution leaves the path open. Weighted MaxSAT finds the cheapest solution, and the races
// are asked about again until none is left. Works on the kernel model alone.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"
#include "transform/barriers/BarrierChange.h"
#include "transform/barriers/SlotGroups.h"
#include <functional>

namespace cudafix::transform {

/// Two accesses that race, from finding number `Finding`. Other racing pairs of the same two source
/// places (copies made by inlining or unrolling) belong to it as well.
struct PlanPair {
  AccessId A = NoId, B = NoId;
  bool SameWarp = false; ///< only lanes of one warp race
  unsigned Finding = 0;
};

/// A barrier that not all threads meet; its copies at the same source place belong to it.
struct PlanDivergence {
  BarrierId Barrier = NoId;
  unsigned Finding = 0;
};

struct PlanProblem {
  std::vector<PlanPair> Pairs;
  std::vector<PlanDivergence> Divergences;
};

/// The questions of a plan, over all launches, about races inside a block only. Answers that are
/// Unknown count as races.
struct PlanOracle {
  using Answers = std::vector<analysis::RaceAnswer>;
  /// The flag: asks with the effort of a verdict, instead of a quarter of it.
  std::function<Answers(const Kernel &, const analysis::BarrierSet &, AccessId, AccessId, bool)>
      Pair;
  /// Null: paths are cut without asking whether the races are gone.
  std::function<Answers(const Kernel &, const analysis::BarrierSet &)> All;
  /// Returns true if the lanes of one warp always take the same edge at the end of a node.
  std::function<bool(const Kernel &, NodeId)> WarpUniform;
  /// The lanes that reach a node, if they are the same in every warp that reaches it.
  std::function<std::optional<uint32_t>(const analysis::FlowPaths &, const Kernel &, NodeId)>
      LaneMask;
};

struct PlanOptions {
  std::vector<unsigned> Forbidden; ///< groups not to use
  bool InPlace = false;            ///< divergent barriers stay where they are, branches are split
  bool OtherOrder = false; ///< of two accesses in different branches, the later one is first
};

/// One connected group of changes.
struct BarrierPlan {
  BarrierChange Change;
  std::vector<unsigned> Findings; ///< the findings that it repairs, sorted
  std::string RepairId;           ///< by the shape of the change; the writer may refine it
  int64_t Cost = 0;
  bool Editable = true;
  unsigned Dominant = NoId; ///< the costliest group used
  std::vector<std::string> Assumptions;
};

struct PlanResult {
  std::vector<BarrierPlan> Plans; ///< by first finding
  /// Variants of these plans in which the barrier after a loop moves into the loop.
  std::vector<BarrierPlan> Moved;
  /// Findings no barrier can repair, with the reason.
  std::vector<std::pair<unsigned, std::string>> Uncut;
};

PlanResult planBarriers(const PlanKernel &PK, smt::Workspace &Solving, const PlanProblem &Problem,
                        const PlanOracle &Oracle, const PlanOptions &Opts = {});

} // namespace cudafix::transform
