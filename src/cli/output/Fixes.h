// SPDX-License-Identifier: Apache-2.0
//
// Makes repairs one after another in memory, with the analysis repeated after each round:
// what is written to disk later has been judged as a whole.
#pragma once

#include "cli/Session.h"
#include <memory>

namespace cudafix::cli {

/// One repair, made on the text that the steps before it left.
struct FixStep {
  Finding What;
  Repair How;
  std::vector<Finding> Also; ///< other findings the same edits remove
  struct Change {
    std::string File, Before, After;
  };
  std::vector<Change> Changes; ///< by file
  /// The changed files as they were when the finding was made; the others are as on disk.
  std::shared_ptr<const std::map<std::string, std::string>> Seen;
  bool Follows = false; ///< its finding is there only because of the steps before it
};

struct FixResult {
  std::vector<FixStep> Steps;
  report::RunReport Left;          ///< after all steps
  std::vector<std::string> Undone; ///< why a repair was taken back
};

/// The same in every round, wherever the lines have moved.
std::string keyOf(const Finding &F, const Repair &R);

/// For people to review, kernels with bugs keep barriers that were there and are more than is
/// needed.
enum class Purpose : uint8_t { Write, Review };

/// Says which repairs may be made; asked once for each candidate.
using Accept = llvm::function_ref<bool(const Finding &, const Repair &)>;

/// Makes every accepted repair of an error or warning (and note, if shown in full) of `Start`: the
/// proven ones first, so that none of them stands on one that is less; what comes after one that is
/// less has its label. A round makes at most one
/// repair per kernel, none overlapping another; a round that leaves as many findings as before,
/// brings a new one or breaks the parse is taken back.
FixResult fix(Session &S, report::RunReport Start, Accept Accepted, Purpose For);

} // namespace cudafix::cli
