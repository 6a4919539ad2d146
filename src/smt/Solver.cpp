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
  explicit Impl(ExprContext &Ctx) : Ctx(Ctx) {}
  ExprContext &Ctx;
  Session S;
  Statistics Stats;
  std::map<std::string, Verdict> Answers; ///< models over the key's own symbol numbers

  Verdict solve(llvm::ArrayRef<Expr> Constraints, const Budget &B);
  Verdict portfolio(llvm::ArrayRef<Expr> Constraints, const Budget &B);
};

Solver::Solver(ExprContext &Ctx) : I(std::make_unique<Impl>(Ctx)) {}
Solver::~Solver() = default;
const Statistics &Solver::statistics() const { return I->Stats; }

static bool decided(const Verdict &V) { return !std::holds_alternative<Unknown>(V); }

Verdict Solver::Impl::portfolio(llvm::ArrayRef<Expr> Constraints, const Budget &B) {
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

Verdict Solver::Impl::solve(llvm::ArrayRef<Expr> Constraints, const Budget &B) {
  uint64_t Before = S.used();
  Verdict V;
  try {
    V = portfolio(Constraints, B);
  } catch (const z3::exception &E) {
    ++Stats.Unknowns;
    V = Unknown{std::string("solver: ") + E.msg()};
  }
  Stats.ResourceUnits += S.used() - Before;
  return V;
}

Verdict Solver::satisfiable(llvm::ArrayRef<Expr> Given, const Budget &B) {
  ++I->Stats.Queries;
  llvm::SmallVector<Expr, 16> Constraints;
  for (Expr E : Given) {
    if (E->isFalse()) {
      ++I->Stats.Trivial;
      return Proved{};
    }
    if (!E->isTrue())
      Constraints.push_back(E);
  }
  std::optional<QueryKey> Key = QueryKey::of(I->Ctx, Constraints);
  if (!Key) {
    ++I->Stats.Unknowns;
    return Unknown{"the condition is too large"};
  }
  Key->Text += B.Readable ? 'r' : 'q';
  auto [It, New] = I->Answers.try_emplace(Key->Text);
  if (New)
    It->second = Key->abstract(I->solve(Constraints, B));
  else
    ++I->Stats.Repeated;
  return Key->concrete(It->second);
}
