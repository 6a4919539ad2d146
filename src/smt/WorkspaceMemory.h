// SPDX-License-Identifier: Apache-2.0
//
// What a SolverWorkspace holds.
#pragma once

#include "model/Satisfiability.h"
#include "smt/Session.h"
#include "smt/Workspace.h"
#include <set>

namespace cudafix {

struct SolverWorkspace::Memory {
  using Digest = std::pair<uint64_t, uint64_t>;

  /// The answer to a question, its model over the key's own symbol numbers.
  struct Answer {
    Satisfiability Is;
    uint64_t Cost = 0; ///< resource units
  };

  smt::Session S;
  std::shared_ptr<std::map<Digest, Answer>> Answers = std::make_shared<std::map<Digest, Answer>>();
  std::set<Digest> Asked; ///< and paid for
  uint64_t Spent = 0;     ///< resource units of all questions
  smt::Statistics Total;
};

} // namespace cudafix
