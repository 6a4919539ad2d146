// SPDX-License-Identifier: Apache-2.0
//
// Repairs: Findings of one kernel -> Repair values with source edits and patched IR. A
// barrier set for the whole kernel is chosen first (BarrierPlan.h), then written by the
// source side and by the IR side.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::transform {

struct Context {
  frontend::Program &P;
  frontend::KernelUnit &K;
  llvm::ArrayRef<Launch> Launches;
  const Options &Opts;
};

struct RepairKind {
  llvm::StringLiteral Id;
  /// What it does, before and after, when it is right; `explain ID` prints it.
  llvm::StringLiteral Explanation;
  /// Cheap: returns true if this repair could help with the finding at all.
  bool (*Applies)(const Finding &F);
  /// Expensive: candidates, cheapest first; an Error says why there is none. Null, as is Applies,
  /// for the kinds that come out of the kernel's barrier plan (BarrierRepairs.h): which of them a
  /// change is follows from the places the plan chose.
  llvm::Expected<std::vector<Repair>> (*Propose)(const Context &C, const Finding &F,
                                                 llvm::ArrayRef<Finding> All);
};

/// All repairs, in the order of Repairs.def.
llvm::ArrayRef<RepairKind> repairKinds();

#define REPAIR(Name) extern const RepairKind Name;
#include "transform/Repairs.def"
#undef REPAIR

/// Why a repair cannot be made.
inline llvm::Error refuse(const llvm::Twine &Why) { return llvm::createStringError(Why); }

/// A repair for speed: no more than suggested, however well it is verified.
Repair suggest(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits);

/// Candidates for every finding of the kernel, written into Finding::Repairs in the order
/// in which they should be verified. One repair that removes several findings stands at
/// each of them, with AlsoFixes naming the others. Repair::How is the best applicability
/// the candidate can be given: Proven, Conditional under its Assumptions, Suggested, or
/// Manual when there is no source form.
void propose(const Context &C, std::vector<Finding> &Findings);

} // namespace cudafix::transform
