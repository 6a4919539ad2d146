// SPDX-License-Identifier: Apache-2.0
//
// Pictures of findings and kernels: which threads conflict and where, what a warp's lanes access,
// which edge its lanes take, and the control flow.
#pragma once

#include "report/Report.h"
#include "report/picture/Svg.h"
#include "llvm/Support/Error.h"

namespace cudafix::report {

/// Draws the two threads on the lanes and warps of their blocks, and a time line of the kernel's
/// accesses of the array between its barriers, with the barrier of the repair. `Of` may be null.
Svg drawThreads(const Finding &F, const KernelDetails *Of);

/// Draws lanes against sectors or banks; `After` is the same access after the repair, or null.
Svg drawLanes(const LaneMap &Before, const LaneMap *After);

/// Draws, for each warp, which lanes take which edge of a branch.
Svg drawBranch(const BranchMap &B);

/// Draws the control-flow graph; blocks that all threads pass have a strong frame and a label that
/// a repair may use.
Svg drawFlow(const KernelDetails &K);

/// Draws values of formulas over a size; both axes are logarithmic.
Svg drawCurves(const CostMap &M);

/// The details of the finding's kernel; null: the run has none for it.
const KernelDetails *detailsOf(const RunReport &R, const Finding &F);
/// The request at the finding's place; null: there is none.
const LaneMap *requestOf(const KernelDetails *K, const Finding &F);
/// The branch at the finding's place; null: there is none.
const BranchMap *branchOf(const KernelDetails *K, const Finding &F);

/// The picture of a finding, `Alone` or for a page; empty: there is nothing to draw.
std::string pictureOf(const RunReport &R, const Finding &F, bool Alone);

/// The control flow with the finding's repair; empty: there is no repair, or it does not change the
/// flow.
std::string repairedFlow(const RunReport &R, const Finding &F);

/// How a user names each finding: "shared-race:12", or "shared-race:12#2" for the second on a line.
std::vector<std::string> namesOf(const RunReport &R);

/// The picture of the finding with this name, or of a kernel: "flow:NAME", "cost:NAME".
llvm::Expected<std::string> pictureNamed(const RunReport &R, llvm::StringRef Wanted);

/// The style that pictures in a page share.
llvm::StringRef pictureStyle();

} // namespace cudafix::report
