// SPDX-License-Identifier: Apache-2.0
//
// Which block barriers a kernel can do without: the largest set that can be removed
// together, and those that can become __syncwarp(). A barrier counts only where every
// question about the phases it would merge is answered by proof, for every launch.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"
#include <set>

namespace cudafix::analysis {

/// Barriers of one source place: all copies that inlining made of one call.
using BarrierPlace = std::vector<BarrierId>;

struct RedundantBarriers {
  std::vector<BarrierPlace> Remove; ///< removable together, in source order
  std::vector<BarrierPlace> Weaken; ///< all hazards they order stay in one warp
  bool Searched = false;            ///< else nothing is known of any barrier
};

/// `Races` and `Divergences` are the answers with all barriers on, one per launch. Barriers at
/// `Needed` places are not looked at.
RedundantBarriers findRedundantBarriers(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                                        llvm::ArrayRef<RaceResult> Races,
                                        llvm::ArrayRef<DivergenceResult> Divergences,
                                        const RaceOptions &Opts,
                                        const std::set<SourceLoc> &Needed = {});

/// The race questions a search asks: the in-block races of a kernel under a set of
/// barriers, over all launches, those of two lanes of one warp too if `WithinWarps`. A seam for
/// tests.
using AskInBlock =
    llvm::function_ref<std::vector<RaceAnswer>(const BarrierSet &, bool WithinWarps)>;

/// The search of findRedundantBarriers over places that are candidates already.
RedundantBarriers searchRedundant(const Kernel &K, smt::Workspace &Solving,
                                  llvm::ArrayRef<BarrierPlace> Candidates, AskInBlock Ask);

/// Places whose removal synchronization outside the block cannot notice and whose phases
/// hold no access of `Undecided` and no gap.
std::vector<BarrierPlace> removableCandidates(const Kernel &K, const llvm::BitVector &Undecided);

/// Returns true if synchronization beyond the block (atomics, fences, volatile accesses, waiting
/// loops, asynchronous copies, what is not modelled) stands next to the barrier, so that
/// its removal cannot be judged by the races of the block alone.
bool mayOrderOutside(const Kernel &K, BarrierId Id);

} // namespace cudafix::analysis
