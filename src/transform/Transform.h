// SPDX-License-Identifier: Apache-2.0
//
// Proposes repairs for the findings of one kernel, with source edits and patched IR. First chooses
// a set of barriers for the whole kernel (BarrierPlan.h), which the source side and the IR side
// then write.
#pragma once

#include "transform/RepairKind.h"

namespace cudafix::transform {

/// All repairs, in the order of Repairs.def.
llvm::ArrayRef<RepairKind> repairKinds();

/// Adds candidates to Finding::Repairs for every finding of the kernel, in the order in which they
/// should be verified. A repair that removes several findings is listed for each of them, with
/// AlsoFixes naming the others. Repair::How is the best applicability that the candidate can get:
/// Proven, Conditional under its Assumptions, Suggested, or Manual if there is no source form.
void propose(const Context &C, std::vector<Finding> &Findings);

} // namespace cudafix::transform
