// SPDX-License-Identifier: Apache-2.0
//
// Proposes repairs for the findings of one kernel, with source edits and patched IR. First chooses
// a set of barriers for the whole kernel (BarrierPlan.h), which the source side and the IR side
// then write.
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
  /// What it does, the code before and after, and when it is right; `explain ID` prints it.
  llvm::StringLiteral Explanation;
  /// Cheap: returns true if this repair could help with the finding at all.
  bool (*Applies)(const Finding &F);
  /// Expensive: candidates, cheapest first; an Error says why there is none. Null, like Applies,
  /// for kinds that come from the kernel's barrier plan (BarrierRepairs.h): the places that the
  /// plan chose decide the kind of a change.
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

/// A repair for speed, which is never more than suggested, however well it is verified.
Repair suggest(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits);

/// Adds candidates to Finding::Repairs for every finding of the kernel, in the order in which they
/// should be verified. A repair that removes several findings is listed for each of them, with
/// AlsoFixes naming the others. Repair::How is the best applicability that the candidate can get:
/// Proven, Conditional under its Assumptions, Suggested, or Manual if there is no source form.
void propose(const Context &C, std::vector<Finding> &Findings);

} // namespace cudafix::transform
