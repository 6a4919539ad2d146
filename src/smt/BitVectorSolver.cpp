// SPDX-License-Identifier: Apache-2.0
//
// Queries as bit-vectors of their own widths: for bit tricks, and where integers fail.

#include "smt/Linear.h"
#include "smt/ModelCheck.h"
#include "smt/Strategies.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

namespace {
class BitVectorQuery {
public:
  BitVectorQuery(ExprContext &Ctx, z3::context &Z, z3::solver &S) : Ctx(Ctx), Z(Z), S(S) {}
  z3::expr translate(Expr E);
  size_t size() const { return Terms.size(); }
  std::vector<std::pair<Expr, z3::expr>> Applications;
  /// Conditions under which every division and shift has a value.
  std::vector<z3::expr> Defined;

private:
  z3::expr get(Expr E) { return Terms[Index.lookup(E)]; }
  z3::expr make(Expr E);
  z3::expr application(Expr E);
  z3::expr comparison(Expr E, z3::expr A, z3::expr B);
  z3::expr toBool(z3::expr E) { return E == Z.bv_val(1, 1); }
  z3::expr toBit(z3::expr E) { return z3::ite(E, Z.bv_val(1, 1), Z.bv_val(0, 1)); }
  void noWrap(Expr E, z3::expr A, z3::expr B);
  void byConstant(Expr E, const z3::expr &A, bool Signed);

  ExprContext &Ctx;
  z3::context &Z;
  z3::solver &S;
  llvm::DenseMap<Expr, unsigned> Index;
  std::vector<z3::expr> Terms;
};
} // namespace

z3::expr BitVectorQuery::translate(Expr Root) {
  auto Visit = [&](Expr E) {
    z3::expr R = make(E);
    Index[E] = Terms.size();
    Terms.push_back(R);
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Index.contains(E); });
  return toBool(get(Root));
}

z3::expr BitVectorQuery::application(Expr E) {
  const Symbol &Sym = Ctx.symbol(E->symbol());
  std::string Name = "s" + std::to_string(E->symbol());
  z3::expr R(Z);
  if (E->args().empty()) {
    R = Z.bv_const(Name.c_str(), Sym.Width);
  } else {
    z3::sort_vector Sorts(Z);
    z3::expr_vector Args(Z);
    for (Expr A : E->args()) {
      Sorts.push_back(Z.bv_sort(A->width()));
      Args.push_back(get(A));
    }
    R = Z.function(Name.c_str(), Sorts, Z.bv_sort(Sym.Width))(Args);
  }
  auto bound = [&](int64_t V) { return Z.bv_val(static_cast<uint64_t>(V), Sym.Width); };
  if (Sym.Lo != INT64_MIN)
    S.add(Sym.Signed && Sym.Width > 1 ? z3::sge(R, bound(Sym.Lo)) : z3::uge(R, bound(Sym.Lo)));
  if (Sym.Hi != INT64_MAX)
    S.add(Sym.Signed && Sym.Width > 1 ? z3::sle(R, bound(Sym.Hi)) : z3::ule(R, bound(Sym.Hi)));
  Applications.push_back({E, R});
  return R;
}

/// If one factor is constant, a range for the other one keeps the product from wrapping: far
/// cheaper than overflow circuits.
void BitVectorQuery::byConstant(Expr E, const z3::expr &A, bool Signed) {
  unsigned W = E->width();
  auto number = [&](int64_t V) { return Z.bv_val(static_cast<int64_t>(V), W); };
  uint64_t Factor = E->arg(1)->value();
  int64_t SignedFactor = E->arg(1)->signedValue();
  if (!Signed && Factor > 1) {
    S.add(z3::ule(A, Z.bv_val(llvm::maxUIntN(W) / Factor, W)));
  } else if (Signed && SignedFactor > 1) {
    S.add(z3::sle(A, number(llvm::maxIntN(W) / SignedFactor)));
    S.add(z3::sge(A, number(llvm::minIntN(W) / SignedFactor)));
  } else if (Signed && SignedFactor == -1) {
    S.add(A != number(llvm::minIntN(W)));
  } else if (Signed && SignedFactor < -1) {
    S.add(z3::sge(A, number(llvm::maxIntN(W) / SignedFactor)));
    S.add(z3::sle(A, number(llvm::minIntN(W) / SignedFactor)));
  }
}

/// nsw and nuw: the operation does not wrap. For wide products only the check of the model tests
/// this; their overflow circuits cost more than they help.
void BitVectorQuery::noWrap(Expr E, z3::expr A, z3::expr B) {
  for (auto [Flag, Signed] : {std::pair(NSW, true), std::pair(NUW, false)}) {
    if (!(E->flags() & Flag))
      continue;
    if (E->op() == Op::Add) {
      S.add(z3::bvadd_no_overflow(A, B, Signed));
      if (Signed)
        S.add(z3::bvadd_no_underflow(A, B));
    } else if (E->op() == Op::Sub) {
      S.add(z3::bvsub_no_underflow(A, B, Signed));
      if (Signed)
        S.add(z3::bvsub_no_overflow(A, B));
    } else if (E->op() == Op::Mul && E->arg(1)->isConst()) {
      byConstant(E, A, Signed);
    } else if (E->op() == Op::Mul && E->width() <= 32) {
      S.add(z3::bvmul_no_overflow(A, B, Signed));
      if (Signed)
        S.add(z3::bvmul_no_underflow(A, B));
    }
  }
}

z3::expr BitVectorQuery::comparison(Expr E, z3::expr A, z3::expr B) {
  switch (E->op()) {
  case Op::Eq:
    return toBit(A == B);
  case Op::Ult:
    return toBit(z3::ult(A, B));
  case Op::Ule:
    return toBit(z3::ule(A, B));
  case Op::Slt:
    return toBit(z3::slt(A, B));
  default:
    return toBit(z3::sle(A, B));
  }
}

z3::expr BitVectorQuery::make(Expr E) {
  if (E->op() == Op::Const)
    return Z.bv_val(E->value(), E->width());
  if (E->op() == Op::Apply)
    return application(E);
  z3::expr A = get(E->arg(0));
  unsigned More = E->width() - E->arg(0)->width();
  if (E->args().size() > 2 && E->op() != Op::Ite) { // conjunctions and disjunctions
    for (Expr X : E->args().drop_front())
      A = E->op() == Op::And ? A & get(X) : A | get(X);
    return A;
  }
  switch (E->op()) {
  case Op::ZExt:
    return z3::zext(A, More);
  case Op::SExt:
    return z3::sext(A, More);
  case Op::Trunc: {
    z3::expr Low = A.extract(E->width() - 1, 0);
    if (E->flags() & NSW)
      S.add(z3::sext(Low, E->arg(0)->width() - E->width()) == A);
    return Low;
  }
  default:
    break;
  }
  z3::expr B = get(E->arg(1));
  noWrap(E, A, B);
  bool Shift = E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr;
  bool Division =
      E->op() == Op::UDiv || E->op() == Op::SDiv || E->op() == Op::URem || E->op() == Op::SRem;
  if ((Shift || Division) && !E->arg(1)->isConst())
    Defined.push_back(Shift ? z3::ult(B, Z.bv_val(E->width(), E->width()))
                            : B != Z.bv_val(0, E->width()));
  switch (E->op()) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::UDiv:
    return z3::udiv(A, B);
  case Op::SDiv:
    return A / B;
  case Op::URem:
    return z3::urem(A, B);
  case Op::SRem:
    return z3::srem(A, B);
  case Op::Shl:
    return z3::shl(A, B);
  case Op::LShr:
    return z3::lshr(A, B);
  case Op::AShr:
    return z3::ashr(A, B);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Ite:
    return z3::ite(toBool(A), B, get(E->arg(2)));
  default:
    return comparison(E, A, B);
  }
}

static Checked checked(ExprContext &Ctx, z3::solver &Z, const BitVectorQuery &Q,
                       llvm::ArrayRef<Expr> Constraints, Satisfiable &Found) {
  z3::model M = Z.get_model();
  llvm::DenseMap<Expr, uint64_t> Value;
  for (auto &[E, X] : Q.Applications)
    Value[E] = M.eval(X, true).get_numeral_uint64();
  auto ValueOf = [&](Expr E, llvm::ArrayRef<uint64_t>) { return Value.lookup(E); };
  return checkModel(Ctx, Constraints, ValueOf, Found);
}

/// Returns true if a constraint holds a product, quotient or remainder of two terms of more than 32
/// bits. Their circuits are so large that a question with several of them spends its budget without
/// an answer: in the suite HeCBench 0 of 1016 such questions were decided, for more than half of
/// all solver time.
static bool hasWideCircuits(llvm::ArrayRef<Expr> Constraints) {
  constexpr unsigned Most = 1;
  unsigned Wide = 0;
  llvm::DenseSet<Expr> Seen;
  auto Count = [&](Expr E) {
    bool Circuit = E->op() == Op::Mul || E->op() == Op::UDiv || E->op() == Op::SDiv ||
                   E->op() == Op::URem || E->op() == Op::SRem;
    Wide += Circuit && E->width() > 32 && !E->arg(1)->isConst();
    Seen.insert(E);
  };
  for (Expr Root : Constraints)
    ExprContext::visit(Root, Count, [&](Expr E) { return Seen.contains(E); });
  return Wide > Most;
}

Satisfiability cudafix::smt::solveBitVectors(ExprContext &Ctx, Session &S,
                                             llvm::ArrayRef<Expr> Constraints, const Budget &B,
                                             Allowance &Left) {
  if (hasWideCircuits(Constraints))
    return Unknown{"bit-vectors: several products or divisions of 64 bits"};
  z3::solver Z(S.context());
  BitVectorQuery Q(Ctx, S.context(), Z);
  for (Expr E : Constraints)
    Z.add(Q.translate(E));
  S.charge(0, Q.size());
  uint64_t Before = S.used();
  z3::check_result R = S.check(Z, Left.Units, B);
  if (R == z3::unsat)
    return Unsatisfiable{};
  Satisfiable Found;
  if (R == z3::unknown)
    return Unknown{"bit-vectors: budget exhausted", true};
  Checked C = checked(Ctx, Z, Q, Constraints, Found);
  if (C == Checked::Fails && !Q.Defined.empty()) {
    // The model may divide by zero in a branch that is not taken; ask again without such divisions.
    for (const z3::expr &E : Q.Defined)
      Z.add(E);
    uint64_t Spent = S.used() - Before;
    if (S.check(Z, Left.Units - std::min(Left.Units, Spent), B) == z3::sat)
      C = checked(Ctx, Z, Q, Constraints, Found);
  }
  if (C == Checked::Holds)
    return Found;
  return Unknown{C == Checked::Overflows ? "bit-vectors: only with overflow"
                                         : "bit-vectors: only with an undefined division or shift"};
}
