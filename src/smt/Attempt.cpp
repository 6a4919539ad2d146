// SPDX-License-Identifier: Apache-2.0

#include "smt/Attempt.h"
#include "smt/Abstraction.h"
#include "smt/Arrange.h"
#include "smt/Dividends.h"
#include "smt/ExtentChoices.h"
#include "smt/ModelCheck.h"
#include "smt/Multiples.h"
#include "smt/Numbers.h"
#include "smt/Peel.h"
#include "smt/Powers.h"
#include "smt/Strategies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::smt;

namespace {
struct Attempt {
  ExprContext &Ctx;
  Session &S;
  llvm::ArrayRef<Expr> Constraints;
  const Budget &B;
  bool Examples; ///< examples with small sizes may be looked for
  /// How a question of this shape was refuted before; while it is set, only that step is tried.
  Way Only = {};
  AnsweredBy By = AnsweredBy::Nothing;
  Example Small = Example::None;
  Way Refuted = {};
  uint64_t Start = 0; ///< units spent before this question
  /// A solution of weaker constraints that also satisfies all constraints.
  std::optional<Satisfiable> Solution = {};

  Answer solve();
  Satisfiability portfolio();
  bool refutedAsBefore();
  /// Returns true if the step should still be tried.
  bool isTried(Step By) const {
    return !Solution && !isOverspent() && (Only.By == Step::None || Only.By == By);
  }
  /// Returns true if the steps together have spent several times the budget: each step encodes the
  /// question anew, even if its own share is small.
  bool isOverspent() const { return S.used() - Start > 6 * B.ResourceUnits; }
  bool refuted(Step With, llvm::ArrayRef<Expr> Instead, unsigned Share, bool Bits);
  bool refutedByPower(llvm::ArrayRef<Expr> Ask);
  bool refutedWithin(llvm::ArrayRef<Expr> Ask, Allowance &Units, uint64_t Most);
  bool refutedByDigits(Step With, llvm::ArrayRef<Expr> Of, Refutes Bounded, unsigned Share,
                       bool Bits);
  bool refutedAtOnce();
  bool refutedByWeaker();
  Satisfiability integers(LinearStage &Stage);
  Satisfiability smallExample();
};
} // namespace

static bool decided(const Satisfiability &V) { return !std::holds_alternative<Unknown>(V); }

/// Asks the integer encoding, with Z3's older arithmetic first: on most questions it is several
/// times faster, but some are decided by the newer one only.
Satisfiability Attempt::integers(LinearStage &Stage) {
  Allowance First{B.ResourceUnits / 2}, Second{B.ResourceUnits / 10};
  Satisfiability V = solveLinear(Ctx, S, Constraints, B, First, {2, false}, Stage);
  if (decided(V) || Stage != LinearStage::Solved)
    return V;
  S.renew();
  return solveLinear(Ctx, S, Constraints, B, Second, {6, true}, Stage);
}

/// Returns true if the weaker constraints `Instead` have no solution; false if `Instead` is empty.
/// Spends at most 1/`Share` of the budget; with `Bits` also tries bit-vectors. Keeps a solution
/// that also satisfies all constraints.
bool Attempt::refuted(Step With, llvm::ArrayRef<Expr> Instead, unsigned Share, bool Bits) {
  if (!isTried(With) || Instead.empty())
    return false;
  auto Gives = [&](const Satisfiability &V, bool AsBits) {
    if (std::holds_alternative<Unsatisfiable>(V))
      Refuted = {With, AsBits};
    Satisfiable Checks;
    if (auto *Found = std::get_if<Satisfiable>(&V);
        Found && checkModelOf(Ctx, Constraints, *Found, Checks) == Checked::Holds)
      Solution = std::move(Checks);
    return decided(V);
  };
  LinearStage Stage;
  Allowance First{B.ResourceUnits / Share}, Second{B.ResourceUnits / Share};
  const bool Linear = Only.By == Step::None || !Only.AsBits;
  if ((!Linear || !Gives(solveLinear(Ctx, S, Instead, B, First, {2, false}, Stage), false)) &&
      Bits && (Only.By == Step::None || Only.AsBits))
    Gives(solveBitVectors(Ctx, S, Instead, B, Second), true);
  return Refuted.By != Step::None;
}

/// Looks for a solution with fixed small extents, which make the rest linear.
Satisfiability Attempt::smallExample() {
  llvm::SmallSetVector<Expr, 8> Extents;
  auto Take = [&](auto &&Self, Expr Factor) -> void {
    Factor = unwidened(Factor);
    if (Factor->op() == Op::Mul)
      for (Expr F : Factor->args())
        Self(Self, F);
    if (Factor->op() != Op::Apply || !Factor->args().empty() || Factor->width() == 1)
      return;
    const SymbolKind Kind = Ctx.symbol(Factor->symbol()).Kind;
    if (Kind == SymbolKind::Parameter || Kind == SymbolKind::Opaque || Kind == SymbolKind::GridDim)
      Extents.insert(Factor);
  };
  for (Expr E : Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Mul && !N->arg(0)->isConst() && !N->arg(1)->isConst())
        for (Expr Factor : N->args())
          Take(Take, Factor);
    });
  for (Expr E : Constraints) // unknowns of rewritten questions are not chosen
    if (E->op() == Op::Eq)
      for (unsigned I : {0, 1})
        if (Expr By = E->arg(1 - I);
            By->op() == Op::Mul || By->op() == Op::SDiv || By->op() == Op::UDiv)
          Extents.remove(E->arg(I));
  if (Extents.empty())
    return Unknown{""};
  if (!Examples) {
    Small = Example::NotAllowed;
    return Unknown{""};
  }
  auto IsDimension = [&](Expr E) {
    return E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == SymbolKind::GridDim;
  };
  auto IsGrid = [&](Expr E) {
    return IsDimension(E) || llvm::any_of(Constraints, [&](Expr F) {
             return F->op() == Op::Eq && llvm::is_contained(F->args(), E) &&
                    llvm::any_of(F->args(), IsDimension);
           });
  };
  const auto Count = static_cast<int64_t>(Extents.size());
  const uint64_t Before = S.used();
  int AsBits = 2; // tries with bit-vectors, for questions that integers cannot express
  for (const ExtentChoice &Of : ExtentChoices) {
    if (!Of.isEven() && Count == 1)
      continue;
    if (S.used() - Before > B.ResourceUnits) // each try encodes the question anew
      break;
    // Divisions by extents become divisions by constants.
    llvm::DenseMap<Expr, Expr> Put;
    llvm::SmallVector<Expr, 32> Ask;
    for (auto [I, E] : llvm::enumerate(Extents)) {
      Put[E] = Ctx.constant(IsGrid(E) ? Of.Grid : Of.value(I, Count), E->width());
      Ask.push_back(Ctx.eq(E, Put[E]));
    }
    for (Expr E : Constraints)
      Ask.push_back(Ctx.rebuilt(E, Put));
    LinearStage Stage;
    Allowance Some{B.ResourceUnits / 15}, Again = Some;
    Satisfiability V = solveLinear(Ctx, S, Ask, B, Some, {2, true}, Stage);
    if (auto *Open = std::get_if<Unknown>(&V); Open && !Open->OutOfBudget && AsBits-- > 0)
      V = solveBitVectors(Ctx, S, Ask, B, Again);
    Satisfiable Checks;
    if (auto *Found = std::get_if<Satisfiable>(&V);
        Found && checkModelOf(Ctx, Constraints, *Found, Checks) == Checked::Holds) {
      Small = Example::Found;
      return Checks;
    }
  }
  Small = Example::Missing;
  return Unknown{""};
}

/// Returns true if the question has no solution for any value of a stride that is a power of two.
bool Attempt::refutedByPower(llvm::ArrayRef<Expr> Ask) {
  auto Cases = byPower(Ctx, Ask);
  Allowance Some{B.ResourceUnits / 4}, AsBits{B.ResourceUnits / 8};
  return Cases && llvm::all_of(*Cases, [&](const std::vector<Expr> &Case) {
           LinearStage Stage;
           Satisfiability V = solveLinear(Ctx, S, Case, B, Some, {2, true}, Stage);
           if (std::holds_alternative<Unknown>(V) && llvm::any_of(Case, shiftsVariably))
             V = solveBitVectors(Ctx, S, Case, B, AsBits);
           return std::holds_alternative<Unsatisfiable>(V);
         });
}

/// Returns true if an index is a sum of digits weighted by host values: two such indices differ
/// only if their digits do.
static bool isOfDigits(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  auto IsRest = [](Expr N) {
    return (N->op() == Op::SRem || N->op() == Op::URem) && !N->arg(1)->isConst();
  };
  auto IsOfHost = [&](Expr N) {
    return N->op() == Op::Apply && Ctx.symbol(N->symbol()).Level == Uniformity::Launch;
  };
  auto IsWeighted = [&](Expr N) {
    return N->op() == Op::Mul && ExprContext::any(N->arg(0), IsOfHost) &&
           ExprContext::any(N->arg(1), IsOfHost);
  };
  return llvm::any_of(Constraints, [&](Expr E) {
    return E->op() == Op::Eq && ExprContext::any(E, IsRest) && ExprContext::any(E, IsWeighted);
  });
}

/// Returns true if there is no solution; spends at most `Most` units, which it takes from `Units`.
bool Attempt::refutedWithin(llvm::ArrayRef<Expr> Ask, Allowance &Units, uint64_t Most) {
  constexpr uint64_t Least = 10'000; // a search with fewer units ends without an answer
  const uint64_t Left = std::min(Most, Units.Units), Given = Left < Least ? 0 : Left;
  Allowance One{Given};
  LinearStage Stage;
  Satisfiability V = solveLinear(Ctx, S, Ask, B, One, {2, false}, Stage);
  Units.Units -= Given - One.Units;
  return std::holds_alternative<Unsatisfiable>(V);
}

/// Returns true if the question split into digits has no solution. `Bounded` answers the questions
/// about bounds of digits.
bool Attempt::refutedByDigits(Step With, llvm::ArrayRef<Expr> Of, Refutes Bounded, unsigned Share,
                              bool Bits) {
  return isTried(With) && refuted(With, peeled(Ctx, Of, Bounded), Share, Bits);
}

/// Returns true if one host size is known to be at most another: much can then be decided even
/// without the constraints on how they are computed.
static bool hasOrder(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  auto IsSize = [&](Expr N) {
    return N->op() == Op::Apply && N->args().empty() &&
           Ctx.symbol(N->symbol()).Level == Uniformity::Launch;
  };
  return llvm::any_of(Constraints, [&](Expr E) {
    return E->op() == Op::Sle && IsSize(E->arg(0)) && IsSize(E->arg(1));
  });
}

/// Returns true if a cheap weaker question has no solution. Strides and many extents make the full
/// question hard.
bool Attempt::refutedAtOnce() {
  if (isOfDigits(Ctx, Constraints)) {
    Allowance Some{B.ResourceUnits / 10};
    auto Bounded = [&](llvm::ArrayRef<Expr> Ask) {
      return refutedWithin(Ask, Some, B.ResourceUnits / 20);
    };
    // Without the constraints that say how sizes are computed, then with them.
    const std::vector<Expr> Lean = withoutTangles(Ctx, Constraints);
    for (llvm::ArrayRef<Expr> Of : {llvm::ArrayRef(Lean), Constraints})
      if (!Of.empty() && isTried(Step::DigitsSoon)) {
        const std::vector<Expr> Split = peeled(Ctx, Of, Bounded);
        const std::vector<Expr> Few = withoutTangles(Ctx, Split);
        if (refuted(Step::DigitsSoon, Few.empty() ? Split : Few, 8, false))
          return true;
      }
  }
  return (isTried(Step::PlainStrides) &&
          refuted(Step::PlainStrides, withPlainStrides(Ctx, Constraints), 20, false)) ||
         (isTried(Step::ArrangedSoon) &&
          refuted(Step::ArrangedSoon, arranged(Ctx, Constraints), 20, false)) ||
         (isTried(Step::LeanSoon) && hasOrder(Ctx, Constraints) &&
          refuted(Step::LeanSoon, withoutTangles(Ctx, Constraints), 20, false));
}

/// Returns true if weaker questions have no solution.
bool Attempt::refutedByWeaker() {
  // Measured: bit-vectors decide nothing within a twentieth of the budget; digits are separated
  // within a fifth of it or not at all.
  Allowance Apart{B.ResourceUnits / 5};
  auto Bounded = [&](llvm::ArrayRef<Expr> Ask) {
    return refutedWithin(Ask, Apart, B.ResourceUnits / 20);
  };
  std::vector<Expr> Plain = withoutLoads(Ctx, Constraints);
  if (isTried(Step::ArrangedPlain) && !Plain.empty() &&
      refuted(Step::ArrangedPlain, arranged(Ctx, Plain), 8, false))
    return true;
  if (isTried(Step::Arranged) && refuted(Step::Arranged, arranged(Ctx, Constraints), 4, true))
    return true;
  if (isTried(Step::Alone) || isTried(Step::Others))
    if (Numbered N = numbered(Ctx, Plain.empty() ? Constraints : llvm::ArrayRef(Plain), Bounded);
        refuted(Step::Alone, N.Alone, 4, true) || refuted(Step::Others, N.Others, 8, true))
      return true;
  std::vector<Expr> Lean = withoutTangles(Ctx, Constraints);
  if (isTried(Step::Powers) &&
      ((!Lean.empty() && refutedByPower(Lean)) || refutedByPower(Constraints))) {
    Refuted.By = Step::Powers;
    return true;
  }
  if (refuted(Step::Lean, Lean, 8, true) || refuted(Step::Plain, Plain, 4, true))
    return true;
  auto ByDigits = [&](Step With, llvm::ArrayRef<Expr> Of) {
    return refutedByDigits(With, Of, Bounded, 4, true);
  };
  return (!Lean.empty() && ByDigits(Step::LeanDigits, Lean)) || ByDigits(Step::Digits, Constraints);
}

/// Returns true if the question is refuted in the same way as an earlier question of this shape.
bool Attempt::refutedAsBefore() {
  switch (Only.By) {
  case Step::None:
    return false;
  case Step::PlainStrides:
  case Step::ArrangedSoon:
  case Step::LeanSoon:
  case Step::DigitsSoon:
    By = AnsweredBy::WeakerQuestion;
    return refutedAtOnce();
  case Step::Soon:
  case Step::Integers:
    By = AnsweredBy::Integers;
    return refuted(Only.By, Constraints, Only.By == Step::Soon ? 10 : 2, false);
  case Step::Bits:
    By = AnsweredBy::BitVectors;
    return refuted(Only.By, Constraints, 2, true);
  default:
    By = AnsweredBy::WeakerQuestion;
    return refutedByWeaker();
  }
}

Satisfiability Attempt::portfolio() {
  LinearStage Stage;
  Allowance None{0};
  Budget WithoutSearch = B;
  WithoutSearch.ResourceUnits = 0;
  Satisfiability First = solveLinear(Ctx, S, Constraints, WithoutSearch, None, {2, false}, Stage);
  if (decided(First)) {
    By = AnsweredBy::Simplifying;
    return First;
  }
  // Measured: if search is not allowed, weaker questions decide nothing more.
  if (B.ResourceUnits == 0)
    return First;
  if (refutedAsBefore())
    return Unsatisfiable{};
  if (Solution)
    return *std::move(Solution);
  Only = {};
  By = AnsweredBy::Nothing;
  auto DecidedBy = [&](const Satisfiability &V, AnsweredBy How, Way With = {}) {
    if (decided(V))
      By = How;
    if (std::holds_alternative<Unsatisfiable>(V))
      Refuted = With;
    return decided(V);
  };
  if (refutedAtOnce()) {
    By = AnsweredBy::WeakerQuestion;
    return Unsatisfiable{};
  }
  // If the share is too small, no example is found, and the failure counts against later questions
  // with a larger share.
  constexpr uint64_t LeastForExample = 500'000;
  const bool MayHaveExample = B.ResourceUnits >= LeastForExample;
  const bool ExampleFirst = MayHaveExample && isOfDigits(Ctx, Constraints);
  auto Exemplified = [&](Satisfiability &Found) {
    if (Solution)
      return false;
    Found = smallExample();
    return DecidedBy(Found, AnsweredBy::Integers);
  };
  Satisfiability Found = Unknown{""};
  if (ExampleFirst && Exemplified(Found))
    return Found;
  // A question with a solution cannot be refuted: most solutions are found here.
  if (!Solution) {
    Allowance Some{B.ResourceUnits / 10};
    Satisfiability Soon = solveLinear(Ctx, S, Constraints, B, Some, {2, false}, Stage);
    if (DecidedBy(Soon, AnsweredBy::Integers, {Step::Soon}))
      return Soon;
  }
  if (MayHaveExample && !ExampleFirst && Exemplified(Found))
    return Found;
  if (!Solution && refutedByWeaker()) {
    By = AnsweredBy::WeakerQuestion;
    return Unsatisfiable{};
  }
  if (Solution) {
    By = AnsweredBy::WeakerQuestion;
    return *std::move(Solution);
  }
  if (isOverspent())
    return Unknown{"the question's solver budget is exhausted", true};
  First = integers(Stage);
  if (DecidedBy(First, AnsweredBy::Integers, {Step::Integers}))
    return First;
  bool Early = Stage == LinearStage::PrefersBits;
  Allowance Rest{B.ResourceUnits - B.ResourceUnits / 2 - B.ResourceUnits / 10};
  Satisfiability Second = solveBitVectors(Ctx, S, Constraints, B, Rest);
  if (DecidedBy(Second, AnsweredBy::BitVectors, {Step::Bits, true}))
    return Second;
  if (Early) {
    Allowance Last{B.ResourceUnits / 4};
    First = solveLinear(Ctx, S, Constraints, B, Last, {2, true}, Stage);
    if (DecidedBy(First, AnsweredBy::Integers))
      return First;
  }
  const auto &A = std::get<Unknown>(First), &B = std::get<Unknown>(Second);
  return Unknown{A.Reason + "; " + B.Reason, A.OutOfBudget || B.OutOfBudget};
}

Answer Attempt::solve() {
  S.begin();
  Start = S.used();
  Answer A;
  const unsigned Given = Ctx.numSymbols();
  std::vector<Expr> Rewritten;
  for (auto *Rewrite : {settled, withDividends, withEvenShifts, withMultiples})
    if (std::vector<Expr> New = Rewrite(Ctx, Constraints); !New.empty()) {
      Rewritten = std::move(New);
      Constraints = Rewritten;
    }
  try {
    A.Is = portfolio();
  } catch (const z3::exception &E) {
    By = AnsweredBy::Nothing;
    S.fail();
    A.Is = Unknown{std::string("solver: ") + E.msg()};
  }
  if (auto *Found = std::get_if<Satisfiable>(&A.Is))
    llvm::erase_if(Found->Model, [&](const ModelEntry &E) { return E.Symbol >= Given; });
  A.By = By;
  A.Small = Small;
  A.Refuted = Refuted;
  A.Units = S.used() - Start;
  A.Lasts = !S.troubled();
  return A;
}

/// Returns a condition on the launch alone that, in the first constraint (where two accesses lie),
/// selects between two values of which at least one differs between threads. Null: there is none.
static Expr choiceOfLaunch(const ExprContext &Ctx, Expr Places) {
  auto IsOfLaunch = [&](Expr E) {
    return ExprContext::all(E, [&](Expr N) {
      return N->op() != Op::Apply || Ctx.symbol(N->symbol()).Level == Uniformity::Launch;
    });
  };
  Expr Found;
  ExprContext::visit(Places, [&](Expr N) {
    if (!Found && N->op() == Op::Ite && !N->arg(0)->isConst() && IsOfLaunch(N->arg(0)) &&
        !(IsOfLaunch(N->arg(1)) && IsOfLaunch(N->arg(2))))
      Found = N->arg(0);
  });
  return Found;
}

Answer smt::attempt(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints, const Budget &B,
                    bool Examples, Way AsBefore) {
  Expr Choice = Constraints.empty() ? Expr() : choiceOfLaunch(Ctx, Constraints.front());
  if (!Choice)
    return Attempt{Ctx, S, Constraints, B, Examples, AsBefore}.solve();
  Budget Half = B;
  Half.ResourceUnits /= 2;
  Answer Both;
  Both.Is = Unsatisfiable{};
  for (Expr Case : {Choice, Ctx.lnot(Choice)}) {
    std::vector<Expr> Ask(Constraints);
    Ask.push_back(Case);
    Answer One = Attempt{Ctx, S, Ask, Half, Examples, {}}.solve();
    One.Refuted = {}; // the two cases may be refuted in different ways
    One.Units += Both.Units;
    One.Lasts &= Both.Lasts;
    const bool Open = std::holds_alternative<Unknown>(Both.Is);
    if (Open && std::holds_alternative<Unsatisfiable>(One.Is))
      One.Is = std::move(Both.Is);
    Both = std::move(One);
    if (std::holds_alternative<Satisfiable>(Both.Is))
      break;
  }
  return Both;
}
