// SPDX-License-Identifier: Apache-2.0
//
// Products of two unknowns: an atom with lemmas, grouped by a common factor. For p = x*f
// and q = y*f the difference p - q is at least f away from zero as soon as x and y differ;
// that is what makes row*width + column and blockIdx*blockDim + threadIdx injective.
// Quotients x / f are an atom q with q*f <= x < q*f + f.

#include "smt/Encoder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace cudafix;
using namespace cudafix::smt;

/// At most so many sums of products get lemmas.
static constexpr unsigned MaxCompared = 64;

/// Returns true if A is the better common factor: shared by both threads, positive and simple.
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

/// Returns true if the negated form is used. Its sign is the one that makes it positive, if that is
/// known; else the first of its most divergent atoms gets a positive coefficient. Equal forms of
/// two threads thus get the same sign.
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

/// X * F with constants taken out: (4x + 1) * 2f becomes 8 * (x * f) + 2f.
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
  auto [It, New] = ProductIndex.try_emplace(Key);
  if (New) {
    It->second = P.addAtom(P.range(X) * P.range(F), std::max(P.level(X), P.level(F)));
    P.Products.push_back({X, F, It->second});
  }
  return It->second;
}

/// Adds lemmas for each product, for each pair of products with a common factor, and for sums of
/// products that the constraints compare.
void Encoder::requireProducts() {
  if (P.Products.empty())
    return;
  std::set<Linear> Compared;
  llvm::SmallVector<FormulaId, 32> Work(P.Required.rbegin(), P.Required.rend());
  while (!Work.empty() && Compared.size() < MaxCompared) {
    const Formula &F = P.formula(Work.pop_back_val());
    Work.append(F.Subs.rbegin(), F.Subs.rend());
    if (!F.L.isConst())
      Compared.insert(F.L);
  }
  for (unsigned I = 0; I < P.Products.size(); ++I) {
    const Product New = P.Products[I], Turned{New.Factor, New.X, New.Value};
    for (const Product &A : {New, Turned}) {
      productLemmas(A.X, A.Factor, Linear::atom(A.Value));
      for (unsigned J = 0; J < I; ++J) {
        const Product &B = P.Products[J];
        Linear Apart = Linear::atom(A.Value) - Linear::atom(B.Value);
        if (B.Factor == A.Factor)
          productLemmas(A.X - B.X, A.Factor, Apart);
        else if (B.X == A.Factor)
          productLemmas(A.X - B.Factor, A.Factor, Apart);
      }
    }
  }
  for (const Linear &L : Compared)
    sumLemmas(L);
  triangleLemmas();
}

/// Adds lemmas for Value = X * F: it is 0 if X is 0, and at least F away from 0 otherwise.
void Encoder::productLemmas(const Linear &X, const Linear &F, const Linear &Value) {
  P.require({P.ne(X), P.eq(Value)});
  P.require({P.ne(X, Linear(1)), P.eq(Value, F)});
  P.require({P.ne(X, Linear(-1)), P.eq(Value, -F)});
  FormulaId NotPositive = P.le(F), NotNegative = P.le(-F);
  P.require({NotPositive, P.le(X), P.le(F, Value)});
  P.require({NotPositive, P.le(-X), P.le(Value, -F)});
  P.require({NotNegative, P.le(X), P.le(Value, F)});
  P.require({NotNegative, P.le(-X), P.le(-F, Value)});
}

/// Adds lemmas for the sum of all multiples of f: 16*(x*f) - y*f + 3f + z has the multiple (16x - y
/// + 3) * f. They separate rows of one tile from rows of another.
void Encoder::sumLemmas(Linear Sum) {
  for (const WrapAround &W : llvm::reverse(P.Wraps)) // undo the wrap-around first
    if (Wide K = Sum.coefficient(W.Value))
      Sum = Sum.plus(Linear::atom(W.Value), -K)
                .plus(W.Form, K)
                .plus(Linear::atom(W.Quotient), exactMul(-K, W.Modulus));
  std::set<Linear> Factors;
  for (const Product &Q : P.Products)
    if (Sum.coefficient(Q.Value))
      Factors.insert({Q.X, Q.Factor});
  for (const Linear &F : Factors) {
    auto &[Lead, C] = F.Terms.front();
    Wide Constant = Sum.coefficient(Lead) / C, Common = Constant;
    Linear X(Constant), Value = F * Constant;
    unsigned Parts = Constant != 0;
    for (const Product &Q : P.Products) {
      Wide K = Sum.coefficient(Q.Value);
      if (!K || (Q.X != F && Q.Factor != F))
        continue;
      X = X.plus(Q.Factor == F ? Q.X : Q.Factor, K);
      Value = Value.plus(Linear::atom(Q.Value), K);
      Common = gcd(Common, K);
      ++Parts;
    }
    auto divide = [&](Linear &L) {
      for (auto &T : L.Terms)
        T.second /= Common;
      L.K /= Common;
    };
    if (Parts < 2)
      continue;
    divide(X);
    divide(Value);
    productLemmas(X, F, Value);
  }
}

/// The x for which the product plus the added form is x * (x + 1); nullopt: there is none.
static std::optional<Linear> triangular(const Product &Q, const Linear &Added) {
  Linear Apart = Q.Factor - Q.X;
  if (!Apart.isConst() || Q.X.isConst())
    return std::nullopt;
  auto &[Lead, C] = Q.X.Terms.front();
  Wide Times = Added.coefficient(Lead) / C, Odd = Apart.K + Times;
  Linear Rest = Added.plus(Q.X, -Times);
  Wide Shift = floorDiv(Odd, 2);
  if (!Rest.isConst() || Odd % 2 == 0 || Rest.K != exactMul(Shift, Shift + 1))
    return std::nullopt;
  return Q.X + Linear(Shift);
}

/// Adds lemmas for packed triangles, in which row x starts at T(x) = x * (x + 1) / 2: if x > y >=
/// -1, T(x) is at least T(y) + y + 1.
void Encoder::triangleLemmas() {
  struct Row {
    Linear X, Start;
  };
  std::vector<Row> Rows;
  for (auto *Known : {&Quotients, &Truncated})
    for (auto &[Of, Start] : *Known)
      for (const Product &Q : P.Products)
        if (Of.second == Linear(2) && Of.first.coefficient(Q.Value) == 1)
          if (auto X = triangular(Q, Of.first - Linear::atom(Q.Value)))
            Rows.push_back({*X, Linear::atom(Start)});
  for (const Row &A : Rows)
    for (const Row &B : Rows) {
      if (&A == &B)
        continue;
      FormulaId Below = P.lt(B.X, Linear(-1));
      P.require({Below, P.ne(A.X, B.X), P.eq(A.Start, B.Start)});
      P.require({Below, P.le(A.X, B.X), P.le(B.Start + B.X + Linear(1), A.Start)});
    }
}

static Wide truncatedDiv(Wide A, Wide B) { return A / B; }

/// floor(X / F) for F >= 1; unconstrained if F is not positive.
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
  if (F.Form.isConst() && F.Form.K > 1) // (F * m + x) / F is m + x / F
    if (auto [Multiple, Rest] = splitMultiples(X.Form, F.Form.K); !Multiple.isConst()) {
      Linear Q = Multiple + floorQuotient({Rest, P.range(Rest)}, F).Form;
      return {Q, R & P.range(Q)};
    }
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

/// X / F rounded towards zero; unconstrained if F is zero.
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
  if (F.Form.isConst() && F.Form.K > 1 && !splitMultiples(X.Form, F.Form.K).first.isConst())
    P.require({XNegative, P.eq(Linear::atom(A), floorQuotient(X, F).Form)});
  return {Linear::atom(A), R};
}

Term Encoder::division(Expr E) {
  bool Signed = E->op() == Op::SDiv || E->op() == Op::SRem;
  bool Rest = E->op() == Op::URem || E->op() == Op::SRem;
  if (E->arg(1)->isConst() && E->arg(1)->value() == 0)
    throw GiveUp{"division by zero"};
  // A remainder by a power of two needs no view of the dividend.
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
  Interval R = X.Range.Lo >= 0 ? Interval{0, X.Range.Hi}
                               : Interval{X.Range.Lo, std::max<Wide>(0, X.Range.Hi)};
  Wide Divisor = std::max(F.Range.Hi, -F.Range.Lo);
  R = R & Interval{1 - Divisor, Divisor - 1};
  Linear Form = X.Form - multiply(Q, F).Form;
  if (Form.isConst())
    return {Form, {Form.K, Form.K}};
  // A new atom, whose bounds the rest of the query uses.
  Linear V =
      Linear::atom(P.addAtom(F.Range.Lo <= 0 && F.Range.Hi >= 0 ? Interval() : R, P.level(Form)));
  P.require(P.eq(V, Form));
  return {V, R};
}
