// SPDX-License-Identifier: Apache-2.0
//
// Questions over Expr to Z3. The only folder that includes z3++.h; built with C++
// exceptions, which end here as Unknown.
#pragma once

#include "model/Verdict.h"
#include <memory>

namespace cudafix::smt {

/// Limits in solver resource units (Z3's rlimit): the answer never depends on the speed
/// of the machine. The watchdog only guards against hangs.
struct Budget {
  uint64_t ResourceUnits = 1'000'000;
  unsigned MaxRounds = 20; ///< refinement rounds of the linearised encoding
  unsigned WatchdogSeconds = 30;
  bool Readable = false; ///< prefer small numbers in a witness (costs more checks)
};

/// Questions, and what answered them.
struct Statistics {
  uint64_t Queries = 0;   ///< all of them
  uint64_t Repeated = 0;  ///< from memory
  uint64_t Trivial = 0;   ///< without Z3
  uint64_t Weaker = 0;    ///< no, as a weaker question has no solution either
  uint64_t Linear = 0;    ///< as integers
  uint64_t BitVector = 0; ///< as bit-vectors
  uint64_t Unknowns = 0;  ///< nothing did
  uint64_t ResourceUnits = 0;
};

class Solver {
public:
  explicit Solver(ExprContext &Ctx);
  ~Solver();
  /// Frees what earlier questions over these terms left behind, but for their answers.
  static void rest(ExprContext &Ctx);
  /// Questions over the terms of `Ctx`, if none has been asked yet, are answered from what
  /// questions over those of `With` left as well, and the other way round. They cost what they
  /// would cost without: nothing but the time they take depends on it.
  static void share(ExprContext &Ctx, ExprContext &With);
  /// Resource units of all questions over these terms so far.
  static uint64_t spent(ExprContext &Ctx);
  /// Takes units off what is spent: they went to what has a share of its own.
  static void uncharge(ExprContext &Ctx, uint64_t Units);

  /// All questions over these terms so far.
  static Statistics total(ExprContext &Ctx);

  /// Can all 1-bit `Constraints` hold together, with the bounds of their symbols?
  /// Proved: they cannot. Refuted: the model satisfies every one of them under wrapping
  /// arithmetic. Applications of one symbol to equal arguments have equal values.
  Verdict satisfiable(llvm::ArrayRef<Expr> Constraints, const Budget &B = {});

  /// Is no question answered any more but those that hold a false constraint?
  bool exhausted() const;

  const Statistics &statistics() const;

private:
  struct Impl;
  /// Shared by all solvers of one ExprContext: the Z3 context and what was asked so far.
  std::shared_ptr<Impl> I;
  static Impl &of(ExprContext &Ctx);
  ExprContext &Ctx;
  Statistics Stats;
};

/// One literal of a clause: variable index, and whether it must be true.
struct Literal {
  unsigned Variable;
  bool Positive;
};

/// Weighted partial MaxSAT over Booleans (Z3's optimiser, deterministic): every clause
/// holds, and the sum of `Cost[v]` over the variables set to true is least (a negative
/// cost rewards). Returns the variables' values; nullopt: no assignment satisfies the
/// clauses or the budget ran out.
std::optional<std::vector<bool>> minimise(unsigned NumVariables, llvm::ArrayRef<int64_t> Cost,
                                          llvm::ArrayRef<std::vector<Literal>> Clauses,
                                          const Budget &B = {});

} // namespace cudafix::smt
