// SPDX-License-Identifier: Apache-2.0
//
// Block barriers that a kernel does not need: the largest set that can be removed together, and
// those that can become __syncwarp(). A barrier is included only if every question about the phases
// it would merge is proved, for every launch.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"
#include <set>

namespace cudafix::analysis {

/// The barriers of one place in the source: all copies of one call that inlining made.
using BarrierPlace = std::vector<BarrierId>;

struct RedundantBarriers {
  std::vector<BarrierPlace> Remove; ///< removable together, in source order
  std::vector<BarrierPlace> Weaken; ///< all hazards that they order are within one warp
  bool Searched = false;            ///< if false, nothing is known about any barrier
};

/// `Races` and `Divergences` are the answers with all barriers on, one per launch. Barriers at
/// `Needed` places are not looked at.
RedundantBarriers findRedundantBarriers(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                                        llvm::ArrayRef<RaceResult> Races,
                                        llvm::ArrayRef<DivergenceResult> Divergences,
                                        const RaceOptions &Opts,
                                        const std::set<SourceLoc> &Needed = {});

/// Asks for the in-block races of a kernel under a set of barriers, over all launches; with
/// `WithinWarps` also for those of two lanes of one warp. Tests replace it.
using AskInBlock =
    llvm::function_ref<std::vector<RaceAnswer>(const BarrierSet &, bool WithinWarps)>;

/// The search of findRedundantBarriers, given the candidates.
RedundantBarriers searchRedundant(const Kernel &K, smt::Workspace &Solving,
                                  llvm::ArrayRef<BarrierPlace> Candidates, AskInBlock Ask);

/// The places whose removal cannot be noticed by synchronization outside the block and whose phases
/// contain no access in `Undecided` and no gap.
std::vector<BarrierPlace> removableCandidates(const Kernel &K, const llvm::BitVector &Undecided);

/// Returns true if synchronization beyond the block is next to the barrier (atomics, fences,
/// volatile accesses, waiting loops, asynchronous copies, anything not modelled), so that the races
/// of the block alone cannot decide whether it can be removed.
bool mayOrderOutside(const Kernel &K, BarrierId Id);

} // namespace cudafix::analysis
