// SPDX-License-Identifier: Apache-2.0
//
// What a kind of repair is, and what it works on.
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
  /// Cheap check: returns true if this repair may help with the finding.
  bool (*Applies)(const Finding &F);
  /// The expensive part: returns candidates, cheapest first, or an Error with the reason why there
  /// is none. Null, like Applies, for kinds that come from the kernel's barrier plan
  /// (BarrierRepairs.h): there, the places that the plan chooses determine the kind.
  llvm::Expected<std::vector<Repair>> (*Propose)(const Context &C, const Finding &F,
                                                 llvm::ArrayRef<Finding> All);
  /// What it does, for titles without room for its places: "put barriers"; empty: the id is clear
  /// enough.
  llvm::StringLiteral Shortly = "";
};

#define REPAIR(Name) extern const RepairKind Name;
#include "transform/Repairs.def"
#undef REPAIR

/// Why a repair cannot be made.
inline llvm::Error refuse(const llvm::Twine &Why) { return llvm::createStringError(Why); }

/// Makes a repair for speed; it is at most suggested, however well it is verified.
Repair suggest(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits);

} // namespace cudafix::transform
