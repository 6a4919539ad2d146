// SPDX-License-Identifier: Apache-2.0
//
// Solves the linearised encoding with Z3. If a product in the model does not equal the product of
// its factors, fixes the factors to the model's values or to customary ones (the rest is then
// linear and the witness exact), and then excludes the model by tangent planes.

#include "smt/Encoder.h"
#include "smt/ModelCheck.h"
#include "smt/Strategies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace cudafix;
using namespace cudafix::smt;
using Kind = Formula::Kind;

namespace {
using Values = std::vector<Wide>;
constexpr unsigned PerFormula = 100; ///< this many terms of long forms cost as much as one formula

class LinearQuery {
public:
  LinearQuery(ExprContext &Ctx, Session &S, llvm::ArrayRef<Expr> Constraints, const Budget &B,
              Allowance &Left, LinearStrategy How)
      : Ctx(Ctx), S(S), Constraints(Constraints), B(B), Left(Left), How(How), Enc(Ctx, P) {}
  Satisfiability run(LinearStage &Stage);

private:
  z3::context &Z3() { return S.context(); }
  z3::check_result check();
  z3::expr number(Wide X);
  z3::expr sum(const Linear &L);
  z3::expr formula(FormulaId F);
  void add(FormulaId F) { Solver->add(formula(F)); }
  void addRange(AtomId A);
  Values model();
  Wide value(const Linear &L, const Values &V) const;
  bool exact(const Values &V) const;
  Checked accept(const Values &V);
  bool concretise(const Values &V);
  bool tryFactors(llvm::function_ref<Wide(const Linear &)> Choose);
  void refine(const Values &V);
  void tangents(const Product &Q, Wide X, Wide F);
  void makeReadable();
  bool keepPromises();

  ExprContext &Ctx;
  Session &S;
  llvm::ArrayRef<Expr> Constraints;
  const Budget &B;
  Allowance &Left;
  LinearStrategy How;
  Problem P;
  Encoder Enc;
  std::optional<z3::solver> Solver;
  std::vector<z3::expr> Variables;
  llvm::DenseMap<FormulaId, unsigned> Translated;
  std::vector<z3::expr> Translations;
  Satisfiable Found;
  bool Overflow = false, Promised = false;
};
} // namespace

z3::check_result LinearQuery::check() {
  uint64_t Before = S.used();
  z3::check_result R = S.check(*Solver, Left.Units, B);
  uint64_t Spent = S.used() - Before;
  Left.Units -= std::min(Left.Units, Spent);
  return R;
}

z3::expr LinearQuery::number(Wide X) {
  if (X >= INT64_MIN && X <= INT64_MAX)
    return Z3().int_val(static_cast<int64_t>(X));
  return Z3().int_val(toString(X).c_str());
}

z3::expr LinearQuery::sum(const Linear &L) {
  z3::expr_vector V(Z3());
  for (auto &[A, C] : L.Terms)
    V.push_back(C == 1 ? Variables[A] : number(C) * Variables[A]);
  if (V.empty())
    return number(0);
  return V.size() == 1 ? V[0] : z3::sum(V);
}

z3::expr LinearQuery::formula(FormulaId F) {
  auto It = Translated.find(F);
  if (It != Translated.end())
    return Translations[It->second];
  const Formula X = P.formula(F);
  z3::expr E = Z3().bool_val(X.What == Kind::True);
  z3::expr_vector Subs(Z3());
  switch (X.What) {
  case Kind::True:
  case Kind::False:
    break;
  case Kind::Le:
    E = sum(X.L) <= number(-X.L.K);
    break;
  case Kind::Eq:
    E = sum(X.L) == number(-X.L.K);
    break;
  case Kind::Ne:
    E = sum(X.L) != number(-X.L.K);
    break;
  case Kind::And:
  case Kind::Or:
    for (FormulaId Sub : X.Subs)
      Subs.push_back(formula(Sub));
    E = X.What == Kind::And ? z3::mk_and(Subs) : z3::mk_or(Subs);
    break;
  }
  Translated[F] = Translations.size();
  Translations.push_back(E);
  return E;
}

void LinearQuery::addRange(AtomId A) {
  Interval R = P.atom(A).Range;
  if (R.Lo > -Infinity)
    Solver->add(Variables[A] >= number(R.Lo));
  if (R.Hi < Infinity)
    Solver->add(Variables[A] <= number(R.Hi));
}

static Wide toWide(const z3::expr &E) {
  int64_t Small;
  if (E.is_numeral_i64(Small))
    return Small;
  std::string S = E.get_decimal_string(0);
  Wide X = 0;
  for (char C : S)
    if (C != '-')
      X = exactAdd(exactMul(X, 10), C - '0');
  return S[0] == '-' ? -X : X;
}

Values LinearQuery::model() {
  z3::model M = Solver->get_model();
  Values V;
  for (z3::expr &X : Variables)
    V.push_back(toWide(M.eval(X, true)));
  return V;
}

Wide LinearQuery::value(const Linear &L, const Values &V) const {
  Wide R = L.K;
  for (auto &[A, C] : L.Terms)
    R = exactAdd(R, exactMul(V[A], C));
  return R;
}

bool LinearQuery::exact(const Values &V) const {
  for (const Product &Q : P.Products)
    if (exactMul(value(Q.X, V), value(Q.Factor, V)) != V[Q.Value])
      return false;
  return true;
}

/// Evaluates the constraints under the model, and keeps it if they hold.
Checked LinearQuery::accept(const Values &V) {
  llvm::DenseMap<Expr, AtomId> AtomOf;
  for (auto &[E, A] : Enc.applications())
    AtomOf[E] = A;
  Satisfiable R;
  Checked C = checkModel(
      Ctx, Constraints,
      [&](Expr E, llvm::ArrayRef<uint64_t>) {
        auto It = AtomOf.find(E);
        return It == AtomOf.end() ? 0 : static_cast<uint64_t>(V[It->second]);
      },
      R);
  if (C == Checked::Holds)
    Found = std::move(R);
  Overflow |= C == Checked::Overflows;
  return C;
}

/// Fixes every factor to the chosen value: the rest is linear. Returns true if a checked model was
/// found.
bool LinearQuery::tryFactors(llvm::function_ref<Wide(const Linear &)> Choose) {
  Solver->push();
  for (const Product &Q : P.Products) {
    Wide F = Choose(Q.Factor);
    Solver->add(sum(Q.Factor) == number(F - Q.Factor.K));
    Linear D = Linear::atom(Q.Value) - Q.X * F;
    Solver->add(sum(D) == number(-D.K));
  }
  for (const Power &W : Enc.powers())
    for (FormulaId F : Enc.table(W))
      add(F);
  bool Ok = check() == z3::sat && accept(model()) == Checked::Holds;
  if (Ok && B.Readable)
    makeReadable();
  Solver->pop();
  return Ok;
}

bool LinearQuery::concretise(const Values &V) {
  if (tryFactors([&](const Linear &F) { return value(F, V); }))
    return true;
  if (P.Products.empty())
    return false;
  for (Wide K : {Wide(32), Wide(16), Wide(1), Wide(2), Wide(4)})
    if (tryFactors([&](const Linear &F) {
          Interval R = P.range(F);
          return std::max(R.Lo, std::min(R.Hi, K));
        }))
      return true;
  return false;
}

/// Adds tangent planes of p = x*f around a point where the model violates it.
void LinearQuery::tangents(const Product &Q, Wide X, Wide F) {
  Linear V = Linear::atom(Q.Value);
  Linear Plane = Q.Factor * X + Q.X * F - Linear(exactMul(X, F));
  FormulaId XLow = P.le(Q.X, Linear(X)), XHigh = P.le(Linear(X), Q.X);
  FormulaId FLow = P.le(Q.Factor, Linear(F)), FHigh = P.le(Linear(F), Q.Factor);
  auto implies = [&](FormulaId A, FormulaId C, FormulaId Then) {
    add(P.lor({P.lnot(A), P.lnot(C), Then}));
  };
  implies(XLow, XHigh, P.eq(V, Q.Factor * X));
  implies(FLow, FHigh, P.eq(V, Q.X * F));
  implies(XLow, FHigh, P.le(V, Plane));
  implies(XHigh, FLow, P.le(V, Plane));
  implies(XLow, FLow, P.le(Plane, V));
  implies(XHigh, FHigh, P.le(Plane, V));
}

void LinearQuery::refine(const Values &V) {
  for (const Product &Q : P.Products) {
    Wide X = value(Q.X, V), F = value(Q.Factor, V);
    if (exactMul(X, F) != V[Q.Value])
      tangents(Q, X, F);
  }
  for (Power &W : Enc.powers()) {
    Wide K = value(W.Amount, V);
    if (W.Defined || (K >= 0 && K < 64 && V[W.Value] == pow2(K)))
      continue;
    W.Defined = true;
    for (FormulaId F : Enc.table(W))
      add(F);
  }
}

/// Asks for small values, which are easier to read, of each group of symbols in turn.
void LinearQuery::makeReadable() {
  auto rank = [&](Expr E) {
    switch (Ctx.symbol(E->symbol()).Kind) {
    case SymbolKind::BlockDim:
      return 0;
    case SymbolKind::Counter:
    case SymbolKind::Exit:
    case SymbolKind::Fresh:
      return 1;
    case SymbolKind::GridDim:
    case SymbolKind::BlockIdx:
      return 2;
    case SymbolKind::ThreadIdx:
      return 3;
    default:
      return 4;
    }
  };
  static constexpr Wide Limits[] = {2, 64, 1024};
  for (int Group = 0; Group <= 4; ++Group)
    for (auto &[E, A] : Enc.applications()) {
      if (rank(E) != Group || P.atom(A).Range.fixed())
        continue;
      for (Wide Limit : Limits) {
        Limit = std::max(Limit, P.atom(A).Range.Lo);
        Solver->push();
        Solver->add(Variables[A] <= number(Limit));
        Solver->add(Variables[A] >= number(std::min<Wide>(0, P.atom(A).Range.Hi)));
        bool Fits = check() == z3::sat && accept(model()) == Checked::Holds;
        Solver->pop();
        if (!Fits)
          continue;
        Solver->add(Variables[A] <= number(Limit));
        Solver->add(Variables[A] >= number(std::min<Wide>(0, P.atom(A).Range.Hi)));
        break;
      }
    }
}

/// Requires what the no-wrap flags promise; returns false if that was done before.
bool LinearQuery::keepPromises() {
  if (Promised || Enc.promises().empty())
    return false;
  Promised = true;
  for (auto &[Form, Range] : Enc.promises()) {
    add(P.le(Form - Linear(Range.Hi)));
    add(P.le(Linear(Range.Lo) - Form));
  }
  return true;
}

Satisfiability LinearQuery::run(LinearStage &Stage) {
  auto Charge = llvm::scope_exit(
      [&] { S.charge(P.numFormulas() + P.Effort / PerFormula, Translations.size()); });
  Stage = LinearStage::Presolved;
  if (!Enc.require(Constraints) || !P.presolve(Left.Units != 0))
    return Unsatisfiable{};
  Stage = Enc.combinesBits() ? LinearStage::SolvedBits : LinearStage::Solved;
  if (Left.Units == 0)
    return Unknown{"this kernel's solver budget is exhausted", true};
  if (Enc.combinesBits() && P.Products.empty() && !How.Force) {
    Stage = LinearStage::PrefersBits;
    return Unknown{"integers: left to bit-vectors"};
  }
  Solver.emplace(Z3(), z3::solver::simple());
  z3::params Parameters(Z3());
  Parameters.set("arith.solver", How.Arithmetic);
  Solver->set(Parameters);
  for (AtomId A = 0; A < P.numAtoms(); ++A) {
    Variables.push_back(Z3().int_const(("a" + std::to_string(A)).c_str()));
    addRange(A);
  }
  for (FormulaId F : P.Required)
    add(F);
  for (unsigned Round = 0; Round < B.MaxRounds; ++Round) {
    z3::check_result R = check();
    if (R == z3::unsat)
      return Unsatisfiable{};
    if (R == z3::unknown)
      return Unknown{"integers: budget exhausted", true};
    Values V = model();
    bool Exact = exact(V);
    if (Exact) {
      if (accept(V) != Checked::Holds) {
        if (keepPromises())
          continue;
      } else if (!B.Readable) {
        return Found;
      }
    }
    if (concretise(V))
      return Found;
    if (keepPromises())
      continue;
    if (Exact && Enc.powers().empty())
      return Unknown{Overflow ? "integers: only with overflow" : "integers: bits not expressed"};
    refine(V);
  }
  return Unknown{"integers: refinement rounds exhausted"};
}

Satisfiability cudafix::smt::solveLinear(ExprContext &Ctx, Session &S,
                                         llvm::ArrayRef<Expr> Constraints, const Budget &B,
                                         Allowance &Left, LinearStrategy How, LinearStage &Stage) {
  try {
    return LinearQuery(Ctx, S, Constraints, B, Left, How).run(Stage);
  } catch (const GiveUp &G) {
    Stage = LinearStage::Solved;
    return Unknown{std::string("integers: ") + G.Reason};
  }
}
