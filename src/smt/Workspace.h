// SPDX-License-Identifier: Apache-2.0
//
// What the solver keeps for the questions over one kernel's terms: their answers, the Z3 context,
// and what they may cost. It outlives the solvers that are made for one question after the other.
#pragma once

#include "model/Expr.h"
#include <algorithm>
#include <memory>

namespace cudafix::smt {

class AnswerTable;
class Solver;
struct Remembers;

/// Questions, and what answered them.
struct Statistics {
  uint64_t Queries = 0;   ///< all of them
  uint64_t Repeated = 0;  ///< from memory
  uint64_t Trivial = 0;   ///< without Z3
  uint64_t Weaker = 0;    ///< by a weaker question, which has no solution either
  uint64_t Linear = 0;    ///< as integers
  uint64_t BitVector = 0; ///< as bit-vectors
  uint64_t Unknowns = 0;  ///< by nothing
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

  /// Solver resource units for the questions of one kernel.
  static constexpr uint64_t OfKernel = 12'000'000;
  /// Solver resource units that all questions may cost together.
  uint64_t Limit = OfKernel;
  /// Units left for questions that only refine an answer; the others are not charged with them.
  uint64_t Refining = Limit / 4;
  /// Resource units of all questions so far.
  uint64_t spent() const;
  /// Resource units that are left.
  uint64_t left() const { return Limit - std::min(Limit, spent()); }
  /// Takes units off what is spent: they went to what has a share of its own.
  void uncharge(uint64_t Units);
  /// Returns true if only questions with a false constraint are still answered.
  bool exhausted() const { return spent() / 3 * 2 > Limit; }
  /// All questions so far.
  Statistics total() const;

  /// If no question has been asked here yet, this workspace and `With` answer from what questions
  /// in the other left as well, and the two are charged once for a question that both ask.
  void share(Workspace &With);
  /// If no question has been asked here yet, it is answered from a table, to which the answers of
  /// this workspace are added. It is charged the same: only the time that questions take depends on
  /// the table.
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

/// While it lives, questions have units of their own, which the kernel's others are not charged
/// with. `Left` says how many, `Most` how many of them this time; it is reduced by what they cost.
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
