// SPDX-License-Identifier: Apache-2.0
//
// The portfolio: remembered answers, trivial ones, integers, bit-vectors.

#include "smt/Solver.h"
#include "smt/QueryKey.h"
#include "smt/Strategies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::smt;

struct Solver::Impl {
  Session S;
  std::map<std::string, Verdict> Answers; ///< models over the key's own symbol numbers
};

namespace {
struct Attempt {
  ExprContext &Ctx;
  Session &S;
  Statistics &Stats;
  llvm::ArrayRef<Expr> Constraints;
  const Budget &B;

  Verdict solve();
  Verdict portfolio();
};
} // namespace

Solver::Solver(ExprContext &Ctx) : Ctx(Ctx) {
  if (!Ctx.SolverMemory)
    Ctx.SolverMemory = std::make_shared<Impl>();
  I = std::static_pointer_cast<Impl>(Ctx.SolverMemory);
}
Solver::~Solver() = default;
const Statistics &Solver::statistics() const { return Stats; }

static bool decided(const Verdict &V) { return !std::holds_alternative<Unknown>(V); }

Verdict Attempt::portfolio() {
  // Each encoding gets its part of the budget, the second also what the first left.
  Allowance Left{B.ResourceUnits - B.ResourceUnits / 4};
  LinearStage Stage;
  Verdict First = solveLinear(Ctx, S, Constraints, B, Left, Stage, false);
  ++(Stage == LinearStage::Presolved ? Stats.Trivial
     : Stage == LinearStage::Solved  ? Stats.Linear
                                     : Stats.BitVector);
  if (decided(First))
    return First;
  Left.Units += B.ResourceUnits / 4;
  Allowance Part{Stage == LinearStage::PrefersBits ? Left.Units / 2 : Left.Units};
  Stats.BitVector += Stage == LinearStage::Solved;
  uint64_t Before = S.used();
  Verdict Second = solveBitVectors(Ctx, S, Constraints, B, Part);
  if (decided(Second))
    return Second;
  if (Stage == LinearStage::PrefersBits) {
    Left.Units -= std::min(Left.Units, S.used() - Before);
    First = solveLinear(Ctx, S, Constraints, B, Left, Stage, true);
    if (decided(First))
      return First;
  }
  ++Stats.Unknowns;
  return Unknown{std::get<Unknown>(First).Reason + "; " + std::get<Unknown>(Second).Reason};
}

Verdict Attempt::solve() {
  uint64_t Before = S.used();
  Verdict V;
  try {
    V = portfolio();
  } catch (const z3::exception &E) {
    ++Stats.Unknowns;
    V = Unknown{std::string("solver: ") + E.msg()};
  }
  Stats.ResourceUnits += S.used() - Before;
  return V;
}

Verdict Solver::satisfiable(llvm::ArrayRef<Expr> Given, const Budget &B) {
  ++Stats.Queries;
  llvm::SmallVector<Expr, 16> Constraints;
  for (Expr E : Given) {
    if (E->isFalse()) {
      ++Stats.Trivial;
      return Proved{};
    }
    if (!E->isTrue())
      Constraints.push_back(E);
  }
  std::optional<QueryKey> Key = QueryKey::of(Ctx, Constraints);
  if (!Key) {
    ++Stats.Unknowns;
    return Unknown{"the condition is too large"};
  }
  Key->Text += (B.Readable ? "r" : "q") + std::to_string(B.ResourceUnits) + "," +
               std::to_string(B.MaxRounds);
  auto [It, New] = I->Answers.try_emplace(Key->Text);
  if (New)
    It->second = Key->abstract(Attempt{Ctx, I->S, Stats, Constraints, B}.solve());
  else
    ++Stats.Repeated;
  return Key->concrete(It->second);
}
