// SPDX-License-Identifier: Apache-2.0
//
// What a SolverWorkspace holds.
#pragma once

#include "smt/AnswerTable.h"
#include "smt/Session.h"
#include "smt/Workspace.h"
#include <map>
#include <set>

namespace cudafix {

struct SolverWorkspace::Memory {
  smt::Session S;
  std::shared_ptr<smt::AnswerTable> Answers = std::make_shared<smt::AnswerTable>();
  /// What a question has paid for, here or in a workspace that shares the answers.
  std::shared_ptr<std::set<const smt::Answer *>> Paid =
      std::make_shared<std::set<const smt::Answer *>>();
  /// By QueryKey::shape(): what refuted the last question of it, here or in such a workspace.
  std::shared_ptr<std::map<uint64_t, smt::Way>> Ways =
      std::make_shared<std::map<uint64_t, smt::Way>>();
  std::map<smt::AnswerTable::Sum, smt::Answer *> Asked; ///< here
  uint64_t Spent = 0;                                   ///< resource units of all questions
  /// Questions in a row for which no example with small sizes was found.
  unsigned WithoutExample = 0;
  smt::Statistics Total;
};

} // namespace cudafix
