// SPDX-License-Identifier: Apache-2.0
//
// Constraints and conditions of the linearised encoding, and the bounds that conditions
// on single symbols give before anything else is encoded.

#include "smt/Encoder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

static void flatten(Expr E, llvm::SmallVectorImpl<Expr> &Out) {
  if (E->op() == Op::And && E->width() == 1) {
    for (Expr A : E->args())
      flatten(A, Out);
    return;
  }
  Out.push_back(E);
}

bool Encoder::require(llvm::ArrayRef<Expr> Constraints) {
  llvm::SmallVector<Expr, 16> Conjuncts;
  for (Expr E : Constraints)
    flatten(E, Conjuncts);
  for (unsigned I = 0; I < 2; ++I)
    if (!refineBounds(Conjuncts))
      return false;
  for (Expr E : Conjuncts)
    P.require(boolean(E));
  requireProducts();
  return true;
}

Interval Encoder::natural(Expr E) const {
  const Symbol &S = Ctx.symbol(E->symbol());
  Interval R =
      S.Signed && S.Width > 1 ? Interval::ofSigned(S.Width) : Interval::ofUnsigned(S.Width);
  return R & Interval{S.Lo == INT64_MIN ? -Infinity : S.Lo, S.Hi == INT64_MAX ? Infinity : S.Hi};
}

/// Narrows a symbol's range by a range of its value, read as signed or unsigned.
bool Encoder::refine(Expr E, Interval R) {
  auto [It, New] = Bounds.try_emplace(E->symbol(), natural(E));
  It->second = It->second & R;
  return !It->second.empty();
}

/// The interval that the bounds known so far give the term's value, read as signed or unsigned.
Interval Encoder::boundsOf(Expr E, bool Signed, unsigned Depth) const {
  const unsigned W = E->width();
  const Interval All = Signed ? Interval::ofSigned(W) : Interval::ofUnsigned(W);
  if (E->isConst())
    return Signed ? Interval{E->signedValue(), E->signedValue()} : Interval{E->value(), E->value()};
  if (Depth == 0 || W < 2)
    return All;
  auto Of = [&](unsigned I, bool AsSigned) { return boundsOf(E->arg(I), AsSigned, Depth - 1); };
  auto Fits = [&](Interval R) { return R.within(All) ? R : All; };
  switch (E->op()) {
  case Op::Apply:
    if (E->args().empty()) {
      auto It = Bounds.find(E->symbol());
      return Fits(It == Bounds.end() ? natural(E) : It->second);
    }
    return All;
  case Op::ZExt:
    return Of(0, false);
  case Op::SExt:
    return Fits(Of(0, true));
  case Op::Add:
  case Op::Sub:
  case Op::Mul: {
    auto Computed = [&](bool AsSigned) {
      const Interval X = Of(0, AsSigned), Y = Of(1, AsSigned);
      return E->op() == Op::Add ? X + Y : E->op() == Op::Sub ? X + -Y : X * Y;
    };
    for (bool AsSigned : {Signed, !Signed}) {
      Interval R = Computed(AsSigned);
      const Interval Half = AsSigned ? Interval::ofSigned(W) : Interval::ofUnsigned(W);
      if (E->flags() & (AsSigned ? NSW : NUW))
        R = R & Half;
      if (R.within(Half) && R.within(All))
        return R;
    }
    return All;
  }
  case Op::SDiv:
  case Op::UDiv:
    if (const Expr By = E->arg(1); By->isConst() && By->signedValue() > 0) {
      const Interval X = Of(0, E->op() == Op::SDiv);
      if (X.Lo >= 0)
        return Fits({floorDiv(X.Lo, By->signedValue()), floorDiv(X.Hi, By->signedValue())});
    }
    return All;
  default:
    return All;
  }
}

/// Narrows the bounds of a symbol: the term consists of it and constants, and the term's value,
/// read as signed or unsigned, lies in `Now`.
bool Encoder::narrow(Expr E, bool Signed, Interval Now) {
  if (E->width() < 2)
    return true;
  auto By = [&] { return Signed ? Wide(E->arg(1)->signedValue()) : Wide(E->arg(1)->value()); };
  const bool Exact = E->flags() & (Signed ? NSW : NUW);
  switch (E->op()) {
  case Op::Apply: {
    if (!E->args().empty())
      return true;
    // The symbol's bounds may have the other signedness. Both agree on the non-negative half.
    const bool KeptSigned = Ctx.symbol(E->symbol()).Signed;
    if (Signed && !KeptSigned && Now.Lo >= 0)
      Now = Now & Interval::ofSigned(E->width());
    const Interval Half{0, pow2(E->width() - 1) - 1};
    return (Signed != KeptSigned && !Now.within(Half)) || refine(E, Now);
  }
  case Op::ZExt:
    return narrow(E->arg(0), false, Now & Interval::ofUnsigned(E->arg(0)->width()));
  case Op::SExt:
    return !Signed || narrow(E->arg(0), true, Now);
  case Op::Add:
    return !Exact || !E->arg(1)->isConst() ||
           narrow(E->arg(0), Signed, Now + Interval{-By(), -By()});
  case Op::Mul: // by a positive constant
    return !Exact || !E->arg(1)->isConst() || By() <= 0 || !Now.bounded() ||
           narrow(E->arg(0), Signed, {-floorDiv(-Now.Lo, By()), floorDiv(Now.Hi, By())});
  case Op::SDiv:
  case Op::UDiv:
    return Signed != (E->op() == Op::SDiv) || !E->arg(1)->isConst() || By() <= 0 || Now.Lo <= 0 ||
           narrow(E->arg(0), Signed, {satMul(Now.Lo, By()), Infinity});
  default:
    return true;
  }
}

bool Encoder::refineLess(Expr A, Expr B, bool Strict, bool Signed) {
  constexpr unsigned Depth = 6;
  const Interval RA = boundsOf(A, Signed, Depth), RB = boundsOf(B, Signed, Depth);
  const Wide Gap = Strict;
  const Interval NowA = RA & Interval{-Infinity, RB.Hi - Gap};
  const Interval NowB = RB & Interval{RA.Lo + Gap, Infinity};
  return (RA == NowA || narrow(A, Signed, NowA)) && (RB == NowB || narrow(B, Signed, NowB));
}

bool Encoder::refineBounds(llvm::ArrayRef<Expr> Conjuncts) {
  for (Expr E : Conjuncts) {
    switch (E->op()) {
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: {
      bool Signed = E->op() == Op::Slt || E->op() == Op::Sle;
      if (E->arg(0)->width() > 1 &&
          !refineLess(E->arg(0), E->arg(1), E->op() == Op::Ult || E->op() == Op::Slt, Signed))
        return false;
      break;
    }
    case Op::Eq:
      if (E->arg(0)->op() == Op::Apply && E->arg(0)->args().empty() && E->arg(1)->isConst() &&
          E->arg(0)->width() > 1) {
        Wide V = Ctx.symbol(E->arg(0)->symbol()).Signed ? Wide(E->arg(1)->signedValue())
                                                        : Wide(E->arg(1)->value());
        if (!refine(E->arg(0), {V, V}))
          return false;
      }
      break;
    default:
      if (E->isFalse())
        return false;
    }
  }
  return true;
}

FormulaId Encoder::boolean(Expr E) {
  auto It = Booleans.find(E);
  if (It != Booleans.end())
    return It->second;
  FormulaId F = makeBoolean(E);
  Booleans[E] = F;
  return F;
}

FormulaId Encoder::makeBoolean(Expr E) {
  llvm::SmallVector<FormulaId, 4> Subs;
  switch (E->op()) {
  case Op::Const:
    return P.truth(E->value());
  case Op::Apply:
    return P.le(Linear(1) - term(E).Form);
  case Op::And:
  case Op::Or:
    for (Expr A : E->args())
      Subs.push_back(boolean(A));
    return E->op() == Op::And ? P.land(Subs) : P.lor(Subs);
  case Op::Mul:
    return P.land({boolean(E->arg(0)), boolean(E->arg(1))});
  case Op::Xor:
  case Op::Add:
  case Op::Sub:
    if (isNot(E))
      return P.lnot(boolean(E->arg(0)));
    return P.lnot(P.iff(boolean(E->arg(0)), boolean(E->arg(1))));
  case Op::Eq:
    return equality(E->arg(0), E->arg(1));
  case Op::Ult:
  case Op::Ule:
    return less(E->arg(0), E->arg(1), E->op() == Op::Ult, false);
  case Op::Slt:
  case Op::Sle:
    return less(E->arg(0), E->arg(1), E->op() == Op::Slt, true);
  case Op::Ite: {
    FormulaId C = boolean(E->arg(0)), A = boolean(E->arg(1)), B = boolean(E->arg(2));
    return P.land({P.lor({P.lnot(C), A}), P.lor({C, B})});
  }
  case Op::Trunc:
    return P.eq(lowBits(term(E->arg(0)), 1).Form, Linear(1));
  default:
    throw GiveUp{"operator on one bit"};
  }
}

FormulaId Encoder::equality(Expr A, Expr B) {
  if (A->width() == 1)
    return P.iff(boolean(A), boolean(B));
  Term X = term(A), Y = term(B);
  Linear D = X.Form - Y.Form;
  Interval R = P.range(D) & (X.Range + -Y.Range);
  Wide M = pow2(A->width());
  if (R.within({1 - M, M - 1}))
    return P.eq(D);
  return P.eq(wrap({D, R}, Interval::ofSigned(A->width())).Form);
}

FormulaId Encoder::less(Expr A, Expr B, bool Strict, bool Signed) {
  Wide Gap = Strict;
  if (A->width() == 1) { // true is -1 when signed, 1 when not
    FormulaId X = boolean(Signed ? B : A), Y = boolean(Signed ? A : B);
    return Strict ? P.land({P.lnot(X), Y}) : P.lor({P.lnot(X), Y});
  }
  if (Signed)
    return P.le(signedValue(A).Form + Linear(Gap), signedValue(B).Form);
  Interval S = Interval::ofSigned(A->width());
  Term X = term(A), Y = term(B);
  // The usual range check: a signed value below a small bound, 0 <= x < n.
  if (X.Range.within(S) && X.Range.Lo < 0 && Y.Range.within(S) && Y.Range.Lo >= 0)
    return P.land({P.le(-X.Form), P.le(X.Form + Linear(Gap), Y.Form)});
  return P.le(unsignedValue(A).Form + Linear(Gap), unsignedValue(B).Form);
}
