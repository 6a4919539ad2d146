// SPDX-License-Identifier: Apache-2.0
//
// Terms of the linearised encoding: symbols, sums, signed and unsigned views, and wrap-around.

#include "smt/Encoder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace cudafix;
using namespace cudafix::smt;

/// A form whose interval is wider than 2^MaxSlackBits times 2^width is wrapped at once.
static constexpr unsigned MaxSlackBits = 40;

Term Encoder::term(Expr E) {
  auto It = Terms.find(E);
  if (It != Terms.end())
    return It->second;
  Term T = makeTerm(E);
  Interval Full = P.range(T.Form);
  if (E->flags() && !Full.within(T.Range))
    Promises.push_back({T.Form, T.Range});
  T.Range = T.Range & Full;
  Terms[E] = T;
  return T;
}

Term Encoder::makeTerm(Expr E) {
  if (E->isConst()) {
    Wide V = E->width() == 1 ? Wide(E->value()) : Wide(E->signedValue());
    return {Linear(V), {V, V}};
  }
  if (E->op() == Op::Apply)
    return application(E);
  if (E->width() == 1)
    return indicator(boolean(E));
  switch (E->op()) {
  case Op::Add:
    return sum(E, 1);
  case Op::Sub:
    return sum(E, -1);
  case Op::Mul:
    return product(E);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return division(E);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(E);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return bitwise(E);
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return resized(E);
  case Op::Ite:
    return ite(E);
  default:
    throw GiveUp{"operator without integer form"};
  }
}

/// A condition as the number 0 or 1.
Term Encoder::indicator(FormulaId F) {
  if (F <= 1)
    return {Linear(F), {F, F}};
  Linear B = Linear::atom(P.addAtom({0, 1}, Uniformity::Thread));
  P.require({P.lnot(F), P.eq(B, Linear(1))});
  P.require({F, P.eq(B)});
  return {B, {0, 1}};
}

Term Encoder::application(Expr E) {
  Interval R = natural(E);
  if (E->args().empty()) {
    auto It = Bounds.find(E->symbol());
    if (It != Bounds.end())
      R = It->second;
  }
  llvm::SmallVector<Linear, 4> Args;
  for (Expr A : E->args())
    Args.push_back(A->width() == 1 ? term(A).Form : signedValue(A).Form);
  Uniformity Level = Ctx.symbol(E->symbol()).Level;
  for (const Linear &A : Args)
    Level = std::max(Level, P.level(A));
  AtomId V = P.addAtom(R, Level, E);
  // Congruence: equal arguments, equal values.
  for (auto &[Other, Value] : Applications) {
    if (Args.empty() || Other->symbol() != E->symbol() || Other->args().size() != Args.size())
      continue;
    llvm::SmallVector<FormulaId, 4> Clause{P.eq(Linear::atom(V), Linear::atom(Value))};
    for (unsigned I = 0; I < Args.size(); ++I) {
      Expr A = Other->arg(I);
      Clause.push_back(P.ne(Args[I] - (A->width() == 1 ? term(A).Form : signedValue(A).Form)));
    }
    P.require(P.lor(Clause));
  }
  Applications.push_back({E, V});
  return {R.fixed() ? Linear(R.Lo) : Linear::atom(V), R};
}

/// The range a result with no-wrap flags lies in.
static Interval flagged(Expr E) {
  return E->flags() & NSW ? Interval::ofSigned(E->width()) : Interval::ofUnsigned(E->width());
}

Term Encoder::sum(Expr E, Wide Scale) {
  Expr A = E->arg(0), B = E->arg(1);
  if (!E->flags()) {
    Term X = term(A), Y = term(B);
    Term T{X.Form.plus(Y.Form, Scale), X.Range + Y.Range * Scale};
    if (!T.Range.bounded() || T.Range.Hi - T.Range.Lo > pow2(E->width() + MaxSlackBits))
      return wrap(T, Interval::ofSigned(E->width()));
    return T;
  }
  bool Signed = E->flags() & NSW;
  Term X = Signed ? signedValue(A) : unsignedValue(A),
       Y = Signed ? signedValue(B) : unsignedValue(B);
  return {X.Form.plus(Y.Form, Scale), (X.Range + Y.Range * Scale) & flagged(E)};
}

Term Encoder::product(Expr E) {
  Expr A = E->arg(0), B = E->arg(1);
  Term R;
  if (E->flags()) {
    bool Signed = E->flags() & NSW;
    R = multiply(Signed ? signedValue(A) : unsignedValue(A),
                 Signed ? signedValue(B) : unsignedValue(B));
    R.Range = R.Range & flagged(E);
    return R;
  }
  R = multiply(term(A), term(B));
  if (!R.Range.bounded() || R.Range.Hi - R.Range.Lo > pow2(E->width() + MaxSlackBits))
    return wrap(R, Interval::ofSigned(E->width()));
  return R;
}

Term Encoder::resized(Expr E) {
  Expr A = E->arg(0);
  if (E->op() == Op::ZExt)
    return unsignedValue(A);
  if (E->op() == Op::Trunc && (E->flags() & NSW)) {
    Term R = signedValue(A);
    R.Range = R.Range & flagged(E);
    return R;
  }
  if (E->op() == Op::Trunc)
    return term(A);
  if (A->width() > 1)
    return signedValue(A);
  Term T = term(A); // true is -1
  return {-T.Form, -T.Range};
}

Term Encoder::ite(Expr E) {
  FormulaId C = boolean(E->arg(0));
  Term A = term(E->arg(1)), B = term(E->arg(2));
  if (C <= 1)
    return C ? A : B;
  Interval R{std::min(A.Range.Lo, B.Range.Lo), std::max(A.Range.Hi, B.Range.Hi)};
  Linear D = A.Form - B.Form;
  if (D.isConst() && D.K == 0)
    return A;
  Uniformity Level = std::max(P.level(A.Form), P.level(B.Form));
  Linear V = Linear::atom(P.addAtom(R, Level));
  P.require({P.lnot(C), P.eq(V, A.Form)});
  P.require({C, P.eq(V, B.Form)});
  return {V, R};
}

Term Encoder::view(Expr E, Interval Range) { return wrap(term(E), Range); }

/// Splits the form into `Of` * first + second, where the first part collects terms that are surely
/// multiples of `Of`: a wrap-around at such a multiple changes only the first part by one.
std::pair<Linear, Linear> Encoder::splitMultiples(const Linear &L, Wide Of) const {
  Linear Form = L;
  for (const WrapAround &W : llvm::reverse(P.Wraps))
    if (Wide K = Form.coefficient(W.Value); K && W.Modulus > Of && W.Modulus % Of == 0)
      Form = Form.plus(Linear::atom(W.Value), -K)
                 .plus(W.Form, K)
                 .plus(Linear::atom(W.Quotient), exactMul(-K, W.Modulus));
  Linear Multiple(floorDiv(Form.K, Of)), Rest(Form.K - exactMul(floorDiv(Form.K, Of), Of));
  for (auto &[A, C] : Form.Terms)
    if (C % Of == 0)
      Multiple = Multiple.plus(Linear::atom(A), C / Of);
    else
      Rest = Rest.plus(Linear::atom(A), C);
  return {Multiple, Rest};
}

/// The value that is congruent to the term and lies in Range, an interval of 2^width numbers.
Term Encoder::wrap(const Term &Of, Interval Range) {
  Term T = Of;
  if (T.Range.within(Range))
    return T;
  Wide M = Range.Hi - Range.Lo + 1;
  if (auto [Multiple, Rest] = splitMultiples(T.Form, M); !Multiple.isConst()) {
    T = {Rest, P.range(Rest)};
    if (T.Range.within(Range))
      return T;
  }
  auto quotients = [&](Interval R) {
    return R.bounded() ? Interval{floorDiv(R.Lo - Range.Lo, M), floorDiv(R.Hi - Range.Lo, M)}
                       : Interval();
  };
  Interval Q = quotients(T.Range);
  if (Q.fixed())
    return {T.Form - Linear(exactMul(Q.Lo, M)), T.Range + Interval{-Q.Lo * M, -Q.Lo * M}};
  auto [It, New] = Wraps.try_emplace({T.Form, Range.Lo, M});
  if (!New)
    return It->second;
  Uniformity Level = P.level(T.Form);
  AtomId Value = P.addAtom(Range, Level);
  // Not `Q`: in a branch that is not taken, a term with no-wrap flags may leave its range.
  AtomId Quotient = P.addAtom(quotients(P.range(T.Form)), Level);
  P.require(P.eq(Linear::atom(Value), T.Form.plus(Linear::atom(Quotient), -M)));
  P.Wraps.push_back({T.Form, Value, Quotient, Range.Lo, M});
  return It->second = {Linear::atom(Value), Range};
}
