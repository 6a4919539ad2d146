// SPDX-License-Identifier: Apache-2.0
//
// What a Workspace holds.
#pragma once

#include "smt/AnswerTable.h"
#include "smt/Session.h"
#include "smt/Workspace.h"
#include <map>
#include <set>
#include <vector>

namespace cudafix::smt {

struct Workspace::Memory {
  Session S;
  std::shared_ptr<AnswerTable> Answers = std::make_shared<AnswerTable>();
  /// The answers that have been charged, here or in a workspace that shares the answers.
  std::shared_ptr<std::set<const Answer *>> Paid = std::make_shared<std::set<const Answer *>>();
  /// By QueryKey::shape(): how the last question of this shape was refuted, here or in a workspace
  /// that shares the answers.
  std::shared_ptr<std::map<uint64_t, Way>> Ways = std::make_shared<std::map<uint64_t, Way>>();
  std::map<AnswerTable::Sum, Answer *> Asked;       ///< the questions asked here
  std::vector<std::shared_ptr<AnswerTable>> Former; ///< with answers to some of them
  uint64_t Spent = 0;                               ///< resource units of all questions
  /// Number of consecutive questions for which no example with small sizes was found.
  unsigned WithoutExample = 0;
  Statistics Total;
};

} // namespace cudafix::smt
