// SPDX-License-Identifier: Apache-2.0
//
// What the solver keeps between questions over the terms of one kernel: answers, the Z3 context and
// the budget. It outlives the solvers, which are made for single questions.
#pragma once

#include "model/Expr.h"
#include <algorithm>
#include <memory>

namespace cudafix::smt {

class AnswerTable;
class Solver;
struct Remembers;

/// How many questions there were, and how many each step answered.
struct Statistics {
  uint64_t Queries = 0;   ///< all of them
  uint64_t Repeated = 0;  ///< found among remembered answers
  uint64_t Trivial = 0;   ///< decided by simplification, without Z3
  uint64_t Weaker = 0;    ///< decided by a weaker question
  uint64_t Linear = 0;    ///< decided as integers
  uint64_t BitVector = 0; ///< decided as bit-vectors
  uint64_t Unknowns = 0;  ///< not decided
  uint64_t ResourceUnits = 0;
};

class Workspace {
public:
  /// `Terms` must outlive the workspace.
  explicit Workspace(ExprContext &Terms);
  ~Workspace();
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

  ExprContext &terms() const { return Terms; }

  /// The default of `Limit`.
  static constexpr uint64_t OfKernel = 12'000'000;
  /// Solver resource units that all questions may cost together.
  uint64_t Limit = OfKernel;
  /// Units left for questions that only refine an answer; they are not charged to `Limit`.
  uint64_t Refining = Limit / 4;
  /// Resource units of all questions so far.
  uint64_t spent() const;
  /// Resource units that are left.
  uint64_t left() const { return Limit - std::min(Limit, spent()); }
  /// Gives units back: they were charged to a separate share.
  void uncharge(uint64_t Units);
  /// Returns true if only questions with a constraint that is false are still answered.
  bool exhausted() const { return spent() / 3 * 2 > Limit; }
  /// All questions so far.
  Statistics total() const;

  /// Shares answers with `With` from now on: each workspace uses the answers of the other, and a
  /// question that both ask is charged once.
  void share(Workspace &With);
  /// If no question has been asked here yet, uses a table of known answers and adds new ones to it.
  /// Known answers are charged like new ones, so the table only saves time.
  void use(std::shared_ptr<AnswerTable> Known);
  /// Frees everything but the answers.
  void rest();

  struct Memory;

private:
  friend class Solver;
  friend struct Remembers;
  ExprContext &Terms;
  std::unique_ptr<Memory> M;
};

/// While it lives, questions have a separate budget and are not charged to the kernel's. `Left` is
/// what remains of that budget and is reduced by their cost; at most `Most` of it may be used.
class OwnUnits {
public:
  OwnUnits(Workspace &W, uint64_t &Left, uint64_t Most = UINT64_MAX)
      : W(W), Left(Left), OfKernel(W.Limit), Before(W.spent()) {
    W.Limit = Before + std::min(Left, Most);
  }
  OwnUnits(const OwnUnits &) = delete;
  ~OwnUnits() {
    const uint64_t Cost = W.spent() - Before;
    Left -= std::min(Left, Cost);
    W.uncharge(Cost);
    W.Limit = OfKernel;
  }

private:
  Workspace &W;
  uint64_t &Left;
  uint64_t OfKernel, Before;
};

} // namespace cudafix::smt
