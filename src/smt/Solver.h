// SPDX-License-Identifier: Apache-2.0
//
// Asks Z3 questions over Expr. The only folder that includes z3++.h; built with C++ exceptions,
// which end here as Unknown.
#pragma once

#include "model/Satisfiability.h"
#include "smt/Workspace.h"

namespace cudafix::smt {

/// Limits in solver resource units (Z3's rlimit): the answer never depends on the speed
/// of the machine. The watchdog only guards against hangs.
struct Budget {
  uint64_t ResourceUnits = 1'000'000;
  unsigned MaxRounds = 20; ///< refinement rounds of the linearised encoding
  unsigned WatchdogSeconds = 30;
  bool Readable = false; ///< prefer small numbers in a witness (costs more checks)
};

class Solver {
public:
  /// Solvers of one workspace share its answers and its budget.
  explicit Solver(Workspace &W) : W(W) {}

  /// Asks whether all 1-bit `Constraints` can hold together, with the bounds of their symbols.
  /// Unsatisfiable: they cannot. Satisfiable: the model satisfies every one of them under wrapping
  /// arithmetic. Applications of one symbol to equal arguments have equal values.
  Satisfiability satisfiable(llvm::ArrayRef<Expr> Constraints, const Budget &B = {});

  /// Questions that this solver was asked.
  const Statistics &statistics() const { return Stats; }

private:
  Workspace &W;
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
/// clauses or the budget ran out. The workspace remembers it, and is not charged.
std::optional<std::vector<bool>> minimise(Workspace &W, unsigned NumVariables,
                                          llvm::ArrayRef<int64_t> Cost,
                                          llvm::ArrayRef<std::vector<Literal>> Clauses,
                                          const Budget &B = {});

} // namespace cudafix::smt
