// SPDX-License-Identifier: Apache-2.0
//
// Findings and kernels drawn: which threads meet where, what a warp's lanes touch, which way its
// lanes go, how control flows.
#pragma once

#include "report/Report.h"
#include "report/picture/Svg.h"
#include "llvm/Support/Error.h"

namespace cudafix::report {

/// The two threads on the lanes and warps of their blocks, and the kernel's accesses of the array
/// between its barriers as a time line, with the barrier of the repair in it. `Of` may be null.
Svg drawThreads(const Finding &F, const KernelDetails *Of);

/// Lanes against sectors or banks; `After` is the same access after the repair, or null.
Svg drawLanes(const LaneMap &Before, const LaneMap *After);

/// The lanes of each warp that take either way.
Svg drawBranch(const BranchMap &B);

/// The control-flow graph; blocks that every thread passes have a strong frame and a label that a
/// repair may use.
Svg drawFlow(const KernelDetails &K);

/// Values of formulas over a size, both axes logarithmic.
Svg drawCurves(const CostMap &M);

/// The details of the finding's kernel; null: the run has none.
const KernelDetails *detailsOf(const RunReport &R, const Finding &F);
/// The request or branch at the finding's place; null: none.
const LaneMap *requestOf(const KernelDetails *K, const Finding &F);
const BranchMap *branchOf(const KernelDetails *K, const Finding &F);

/// The picture of a finding; empty: there is nothing to draw.
std::string pictureOf(const RunReport &R, const Finding &F, bool Alone);

/// The control flow with the finding's repair; empty: there is no repair, or it does not change the
/// flow.
std::string repairedFlow(const RunReport &R, const Finding &F);

/// How a user names a finding: "shared-race:12", with more of the same after it "#2".
std::vector<std::string> namesOf(const RunReport &R);

/// The picture of the finding with this name, or of a kernel: "flow:NAME", "cost:NAME".
llvm::Expected<std::string> pictureNamed(const RunReport &R, llvm::StringRef Wanted);

/// The style that pictures in a page share.
llvm::StringRef pictureStyle();

} // namespace cudafix::report
