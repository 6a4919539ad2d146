// SPDX-License-Identifier: Apache-2.0
//
// The portfolio: remembered answers, trivial ones, integers, bit-vectors.

#include "smt/Solver.h"
#include "smt/Abstraction.h"
#include "smt/Arrange.h"
#include "smt/Peel.h"
#include "smt/QueryKey.h"
#include "smt/Strategies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::smt;

struct Solver::Impl {
  Session S;
  std::map<std::string, Verdict> Answers; ///< models over the key's own symbol numbers
  uint64_t Spent = 0;                     ///< resource units of all questions
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
  bool refuted(const std::vector<Expr> &Instead, unsigned Share);
  Verdict integers(LinearStage &Stage);
};
} // namespace

/// The price of a question that is not trivial, for making its encodings.
static constexpr uint64_t PerQuestion = 5'000;

Solver::Solver(ExprContext &Ctx) : Ctx(Ctx) {
  if (!Ctx.SolverMemory)
    Ctx.SolverMemory = std::make_shared<Impl>();
  I = std::static_pointer_cast<Impl>(Ctx.SolverMemory);
}
Solver::~Solver() = default;

void Solver::rest(ExprContext &Ctx) {
  if (Ctx.SolverMemory)
    std::static_pointer_cast<Impl>(Ctx.SolverMemory)->S.rest();
}

bool Solver::exhausted() const { return I->Spent / 3 * 2 > Ctx.SolverUnits; }

uint64_t Solver::spent(ExprContext &Ctx) {
  return Ctx.SolverMemory ? std::static_pointer_cast<Impl>(Ctx.SolverMemory)->Spent : 0;
}

const Statistics &Solver::statistics() const { return Stats; }

static bool decided(const Verdict &V) { return !std::holds_alternative<Unknown>(V); }

/// The integer encoding with Z3's older arithmetic first: on most questions it is several
/// times faster; on some only the newer one gets through.
Verdict Attempt::integers(LinearStage &Stage) {
  Allowance First{B.ResourceUnits / 2}, Second{B.ResourceUnits / 10};
  Verdict V = solveLinear(Ctx, S, Constraints, B, First, {2, false}, Stage);
  if (decided(V) || Stage != LinearStage::Solved || B.ResourceUnits == 0)
    return V;
  S.renew();
  return solveLinear(Ctx, S, Constraints, B, Second, {6, true}, Stage);
}

/// Have other constraints, which hold wherever the given ones do, no solution? A try for one
/// part in Share of the budget; none where there are no others.
bool Attempt::refuted(const std::vector<Expr> &Instead, unsigned Share) {
  if (Instead.empty())
    return false;
  LinearStage Stage;
  Allowance Integers{B.ResourceUnits / Share}, Bits{B.ResourceUnits / Share};
  Verdict V = solveLinear(Ctx, S, Instead, B, Integers, {2, false}, Stage);
  if (!decided(V) && B.ResourceUnits != 0)
    V = solveBitVectors(Ctx, S, Instead, B, Bits);
  return std::holds_alternative<Proved>(V);
}

Verdict Attempt::portfolio() {
  // What these cost is seldom lost: strides and many extents make questions hard.
  if (refuted(withPlainStrides(Ctx, Constraints), 20) || refuted(arranged(Ctx, Constraints), 4) ||
      refuted(withoutLoads(Ctx, Constraints), 4))
    return Proved{};
  auto Bounded = [&](llvm::ArrayRef<Expr> Ask) { return refuted(Ask.vec(), 20); };
  if (B.ResourceUnits != 0 && refuted(peeled(Ctx, Constraints, Bounded), 4))
    return Proved{};
  LinearStage Stage;
  Verdict First = integers(Stage);
  ++(Stage == LinearStage::Presolved     ? Stats.Trivial
     : Stage == LinearStage::PrefersBits ? Stats.BitVector
                                         : Stats.Linear);
  if (decided(First) || B.ResourceUnits == 0)
    return First;
  bool Early = Stage == LinearStage::PrefersBits;
  Stats.BitVector += !Early;
  Allowance Rest{B.ResourceUnits - B.ResourceUnits / 2 - B.ResourceUnits / 10};
  Verdict Second = solveBitVectors(Ctx, S, Constraints, B, Rest);
  if (decided(Second))
    return Second;
  if (Early) {
    Allowance Last{B.ResourceUnits / 4};
    First = solveLinear(Ctx, S, Constraints, B, Last, {2, true}, Stage);
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

Verdict Solver::satisfiable(llvm::ArrayRef<Expr> Given, const Budget &Asked) {
  Budget B = Asked;
  // A kernel of thousands of hard questions still ends: first without search, then at once.
  if (I->Spent > Ctx.SolverUnits)
    B.ResourceUnits = 0;
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
  if (exhausted()) {
    ++Stats.Unknowns;
    return Unknown{"this kernel's solver budget is exhausted"};
  }
  std::optional<QueryKey> Key = QueryKey::of(Ctx, Constraints);
  if (!Key) {
    ++Stats.Unknowns;
    return Unknown{"the condition is too large"};
  }
  Key->Text += (B.Readable ? "r" : "q") + std::to_string(B.ResourceUnits) + "," +
               std::to_string(B.MaxRounds);
  auto [It, New] = I->Answers.try_emplace(Key->Text);
  if (New) {
    uint64_t Before = Stats.ResourceUnits, Trivial = Stats.Trivial;
    It->second = Key->abstract(Attempt{Ctx, I->S, Stats, Constraints, B}.solve());
    I->Spent += Stats.ResourceUnits - Before + (Stats.Trivial == Trivial ? PerQuestion : 0);
  } else
    ++Stats.Repeated;
  return Key->concrete(It->second);
}
