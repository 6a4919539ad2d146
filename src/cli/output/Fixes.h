// SPDX-License-Identifier: Apache-2.0
//
// Makes repairs one after another in memory and analyses again after each round: the text that is
// written to disk later has been judged as a whole.
#pragma once

#include "cli/session/Session.h"
#include <memory>

namespace cudafix::cli {

/// One repair, applied to the text after the previous steps.
struct FixStep {
  Finding What;
  Repair How;
  std::vector<Finding> Also; ///< other findings the same edits remove
  struct Change {
    std::string File, Before, After;
  };
  std::vector<Change> Changes; ///< by file
  /// The text of the changed files when the finding was made; other files are as on disk.
  std::shared_ptr<const std::map<std::string, std::string>> Seen;
  bool OfCost = false; ///< the repair mends no bug and is no part of one that does
};

/// The steps taken, and what is left.
struct FixResult {
  std::vector<FixStep> Steps;
  report::RunReport Left;          ///< after all steps
  std::vector<std::string> Undone; ///< why repairs were undone
};

/// A key for the repair that is the same in every round, even if lines have moved.
std::string keyOf(const Finding &F, const Repair &R);

/// For writing, repairs that save time in a kernel with bugs come after the repairs of the bugs;
/// for review, such kernels keep existing barriers that are stronger than needed.
enum class Purpose : uint8_t { Write, Review };

/// Decides which repairs may be made; called once for each candidate.
using Accept = llvm::function_ref<bool(const Finding &, const Repair &)>;

/// Makes every accepted repair of an error or warning (and note, if shown in full) of `Start`:
/// proven ones first, so that none of them builds on a weaker one; repairs after a weaker one get
/// its label. A round makes at most one repair per kernel, none overlapping another; a round that
/// leaves as many findings as before, brings a new one or breaks the parse is undone.
FixResult fix(Session &S, report::RunReport Start, Accept Accepted, Purpose For);

} // namespace cudafix::cli
