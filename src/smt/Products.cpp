// SPDX-License-Identifier: Apache-2.0
//
// Products of two unknowns: an atom with lemmas, grouped by a common factor. For p = x*f
// and q = y*f the difference p - q is at least f away from zero as soon as x and y differ;
// that is what makes row*width + column and blockIdx*blockDim + threadIdx injective.
// Quotients x / f are an atom q with q*f <= x < q*f + f.

#include "smt/Encoder.h"
#include <algorithm>

using namespace cudafix;
using namespace cudafix::smt;

/// Factors are best uniform (shared by both threads), positive and simple.
bool Encoder::betterFactor(const Linear &A, const Linear &B) const {
  auto rank = [&](const Linear &L) {
    Interval R = P.range(L);
    return std::tuple(P.level(L), R.Lo < 1 && R.Hi > -1, L.Terms.size(), R.Hi);
  };
  return rank(A) < rank(B);
}

Term Encoder::multiply(const Term &A, const Term &B) {
  Interval R = A.Range * B.Range;
  if (A.Form.isConst())
    return {B.Form * A.Form.K, R};
  if (B.Form.isConst())
    return {A.Form * B.Form.K, R};
  bool AIsFactor = betterFactor(A.Form, B.Form);
  Linear V = AIsFactor ? multiplyByFactor(B.Form, A.Form) : multiplyByFactor(A.Form, B.Form);
  return {V, R};
}

/// Forms are taken with the sign that makes them positive where that is known, else with
/// a positive coefficient at the first of their most divergent atoms: the same place in two
/// threads then gets the same sign.
bool Encoder::isTurned(const Linear &L) const {
  Interval R = P.range(L);
  if (R.Hi <= 0 || R.Lo >= 0)
    return R.Hi <= 0;
  auto Lead = L.Terms.begin();
  for (auto T = L.Terms.begin(); T != L.Terms.end(); ++T)
    if (P.atom(T->first).Level > P.atom(Lead->first).Level)
      Lead = T;
  return Lead->second < 0;
}

/// X * F: constants come out, (4x + 1) * 2f becomes 8 * (x * f) + 2f.
Linear Encoder::multiplyByFactor(Linear X, Linear F) {
  if (X.isConst() || F.isConst())
    return X.isConst() ? F * X.K : X * F.K;
  Linear Rest = F * X.K;
  X.K = 0;
  Wide Scale = 1;
  auto primitive = [&](Linear &L) {
    Wide G = gcd(L.content(), L.K);
    if (isTurned(L))
      G = -G;
    for (auto &T : L.Terms)
      T.second /= G;
    L.K /= G;
    Scale = exactMul(Scale, G);
  };
  primitive(X);
  primitive(F);
  return Rest.plus(Linear::atom(productAtom(X, F)), Scale);
}

AtomId Encoder::productAtom(const Linear &X, const Linear &F) {
  auto Key = X < F ? std::pair(X, F) : std::pair(F, X);
  auto It = ProductIndex.find(Key);
  if (It != ProductIndex.end())
    return It->second;
  AtomId V = P.addAtom(P.range(X) * P.range(F), std::max(P.level(X), P.level(F)));
  ProductIndex[Key] = V;
  Product New{X, F, V};
  P.Products.push_back(New);
  productLemmas(New, Linear(), Linear());
  Product Turned{F, X, V};
  productLemmas(Turned, Linear(), Linear());
  for (unsigned I = 0; I + 1 < P.Products.size(); ++I) {
    const Product Old = P.Products[I];
    if (Old.Factor == F)
      productLemmas(New, Old.X, Linear::atom(Old.Value));
    else if (Old.X == F)
      productLemmas(New, Old.Factor, Linear::atom(Old.Value));
    if (Old.Factor == X)
      productLemmas(Turned, Old.X, Linear::atom(Old.Value));
    else if (Old.X == X)
      productLemmas(Turned, Old.Factor, Linear::atom(Old.Value));
  }
  return V;
}

/// Lemmas for A.Value = A.X * f against V = X * f.
void Encoder::productLemmas(const Product &A, const Linear &X, const Linear &V) {
  const Linear &F = A.Factor;
  Linear D = A.X - X, Q = Linear::atom(A.Value) - V;
  P.require({P.ne(D), P.eq(Q)});
  P.require({P.ne(D, Linear(1)), P.eq(Q, F)});
  P.require({P.ne(D, Linear(-1)), P.eq(Q, -F)});
  FormulaId NotPositive = P.le(F), NotNegative = P.le(-F);
  P.require({NotPositive, P.le(D), P.le(F, Q)});
  P.require({NotPositive, P.le(-D), P.le(Q, -F)});
  P.require({NotNegative, P.le(D), P.le(Q, F)});
  P.require({NotNegative, P.le(-D), P.le(-F, Q)});
}

static Wide truncatedDiv(Wide A, Wide B) { return A / B; }

/// floor(X / F) for F >= 1 (nothing is said where F is not positive).
Term Encoder::floorQuotient(const Term &X, const Term &F) {
  if (F.Form.isConst() && F.Form.K == 1)
    return X;
  Interval FR{std::max<Wide>(F.Range.Lo, 1), std::max<Wide>(F.Range.Hi, 1)};
  Interval R{X.Range.Lo >= 0 ? X.Range.Lo / FR.Hi : floorDiv(X.Range.Lo, FR.Lo),
             X.Range.Hi >= 0 ? X.Range.Hi / FR.Lo : floorDiv(X.Range.Hi, FR.Hi)};
  if (!X.Range.bounded())
    R = X.Range;
  if (R.fixed())
    return {Linear(R.Lo), R};
  auto [It, New] = Quotients.try_emplace({X.Form, F.Form});
  if (!New)
    return {Linear::atom(It->second), R};
  AtomId A = P.addAtom(R, std::max(P.level(X.Form), P.level(F.Form)));
  It->second = A;
  Linear Left = X.Form - multiply({Linear::atom(A), R}, F).Form;
  FormulaId NotPositive = P.le(F.Form);
  P.require({NotPositive, P.le(-Left)});
  P.require({NotPositive, P.lt(Left, F.Form)});
  return {Linear::atom(A), R};
}

/// X / F rounded towards zero; nothing is said where F is zero.
Term Encoder::truncatedQuotient(const Term &X, const Term &F) {
  if (X.Range.Lo >= 0 && F.Range.Lo >= 0)
    return floorQuotient(X, F);
  if (F.Form.isConst() && F.Form.K < 0) {
    Term Q = truncatedQuotient(X, {-F.Form, -F.Range});
    return {-Q.Form, -Q.Range};
  }
  Wide Smallest = std::max<Wide>(1, std::max(F.Range.Lo, -F.Range.Hi));
  Wide Largest = std::max(truncatedDiv(X.Range.Hi, Smallest), truncatedDiv(-X.Range.Lo, Smallest));
  Interval R{-Largest, Largest};
  if (F.Range.Lo >= 1)
    R = {truncatedDiv(X.Range.Lo, X.Range.Lo < 0 ? F.Range.Lo : F.Range.Hi), Largest};
  auto [It, New] = Truncated.try_emplace({X.Form, F.Form});
  if (!New)
    return {Linear::atom(It->second), R};
  AtomId A = P.addAtom(R, std::max(P.level(X.Form), P.level(F.Form)));
  It->second = A;
  Linear Left = X.Form - multiply({Linear::atom(A), R}, F).Form;
  FormulaId XNegative = P.lt(X.Form, Linear()), XOther = P.lnot(XNegative);
  FormulaId FNotPositive = P.le(F.Form), FNotNegative = P.le(-F.Form);
  // 0 <= left < |f| with x's sign.
  P.require({XNegative, P.le(-Left)});
  P.require({XOther, P.le(Left)});
  P.require({XNegative, FNotPositive, P.lt(Left, F.Form)});
  P.require({XNegative, FNotNegative, P.lt(Left, -F.Form)});
  P.require({XOther, FNotPositive, P.lt(-F.Form, Left)});
  P.require({XOther, FNotNegative, P.lt(F.Form, Left)});
  return {Linear::atom(A), R};
}

Term Encoder::division(Expr E) {
  bool Signed = E->op() == Op::SDiv || E->op() == Op::SRem;
  bool Rest = E->op() == Op::URem || E->op() == Op::SRem;
  if (E->arg(1)->isConst() && E->arg(1)->value() == 0)
    throw GiveUp{"division by zero"};
  // Modulo a power of two needs no view of the dividend.
  if (E->op() == Op::URem && E->arg(1)->isConst()) {
    uint64_t D = E->arg(1)->value();
    if ((D & (D - 1)) == 0)
      return wrap(term(E->arg(0)), {0, Wide(D) - 1});
  }
  Term X = Signed ? signedValue(E->arg(0)) : unsignedValue(E->arg(0));
  Term F = Signed ? signedValue(E->arg(1)) : unsignedValue(E->arg(1));
  Term Q = Signed ? truncatedQuotient(X, F) : floorQuotient(X, F);
  if (!Rest)
    return Q;
  Interval R = X.Range.Lo >= 0 ? Interval{0, X.Range.Hi} : Interval{X.Range.Lo, std::max<Wide>(0, X.Range.Hi)};
  Wide Divisor = std::max(F.Range.Hi, -F.Range.Lo);
  R = R & Interval{1 - Divisor, Divisor - 1};
  Linear Form = X.Form - multiply(Q, F).Form;
  if (Form.isConst())
    return {Form, {Form.K, Form.K}};
  // A name whose bounds the rest of the query sees.
  Linear V = Linear::atom(P.addAtom(F.Range.Lo <= 0 && F.Range.Hi >= 0 ? Interval() : R, P.level(Form)));
  P.require(P.eq(V, Form));
  return {V, R};
}
