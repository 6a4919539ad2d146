// SPDX-License-Identifier: Apache-2.0
//
// Bit operators as integers: masks of constants are differences of remainders, x | y and
// x ^ y come from x & y, and x & y of unknowns is spelled out in bits where one of them
// is small (thread indices). Shifts by unknown amounts multiply or divide by an atom that
// stands for the power of two.

#include "smt/Encoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace cudafix;
using namespace cudafix::smt;

/// Operands below 2^MaxBits are written out bit by bit.
static constexpr unsigned MaxBits = 11;
/// Constant masks with at most this many runs of ones become remainders.
static constexpr unsigned MaxRuns = 3;

static unsigned bitLength(Wide X) {
  unsigned N = 0;
  for (; X; X >>= 1)
    ++N;
  return N;
}

/// The number of bits that a value in the range needs; 127 when it may be negative or is unbounded.
static unsigned bitLength(const Interval &R) {
  return R.Lo < 0 || R.empty() || !R.bounded() ? 127 : bitLength(R.Hi);
}

/// T modulo 2^N, in [0, 2^N).
Term Encoder::lowBits(const Term &T, unsigned N) { return wrap(T, Interval::ofUnsigned(N)); }

/// The N lowest bits of T, lowest first.
std::vector<AtomId> &Encoder::bits(const Term &T, unsigned N) {
  Term Low = lowBits(T, N);
  auto [It, New] = Bits.try_emplace({Low.Form, N});
  if (!New)
    return It->second;
  Linear Sum;
  for (unsigned I = 0; I < N; ++I) {
    bool Zero = Low.Range.Hi < pow2(I);
    It->second.push_back(P.addAtom({0, Zero ? 0 : 1}, P.level(T.Form)));
    Sum = Sum.plus(Linear::atom(It->second.back()), pow2(I));
  }
  P.require(P.eq(Sum, Low.Form));
  return It->second;
}

/// T & Mask as a sum over the runs of ones: (T mod 2^end) - (T mod 2^begin).
Term Encoder::maskConstant(const Term &T, uint64_t Mask, unsigned Width) {
  Term R{Linear(), {0, 0}};
  while (Mask) {
    unsigned Begin = llvm::countr_zero(Mask), Length = llvm::countr_one(Mask >> Begin);
    unsigned End = Begin + Length;
    Mask &= End >= 64 ? 0 : ~llvm::maskTrailingOnes<uint64_t>(End);
    // The top run may keep the bits above the width: values are congruent.
    Term High = End >= Width ? T : lowBits(T, End);
    Term Low = Begin ? lowBits(T, Begin) : Term{Linear(), {0, 0}};
    Interval Field = End >= Width ? High.Range + -Low.Range
                                  : Interval{0, std::min(pow2(End) - pow2(Begin), High.Range.Hi)};
    R.Form = R.Form + High.Form - Low.Form;
    R.Range = R.Range + Field;
  }
  return R;
}

Term Encoder::conjunction(Expr A, Expr B) {
  unsigned W = A->width();
  if (B->isConst()) {
    uint64_t M = B->value();
    uint64_t Starts = M & ~(M << 1);
    CombinesBits |= llvm::popcount(Starts) > 1;
    if (llvm::popcount(Starts) <= static_cast<int>(MaxRuns))
      return maskConstant(term(A), M, W);
  }
  Term X = term(A), Y = term(B);
  unsigned N = std::min({bitLength(X.Range), bitLength(Y.Range), W});
  for (auto [Low, High] : {std::pair(&X, &Y), std::pair(&Y, &X)}) {
    Wide C = gcd(High->Form.content(), High->Form.K);
    if (C && bitLength(Low->Range) <= bitLength(C & -C) - 1)
      return {Linear(), {0, 0}}; // no common bit
  }
  CombinesBits = true;
  if (N <= MaxBits) {
    auto BX = bits(X, N), BY = bits(Y, N);
    Linear Sum;
    for (unsigned I = 0; I < N; ++I) {
      Linear P1 = Linear::atom(BX[I]), P2 = Linear::atom(BY[I]);
      Linear C = Linear::atom(
          P.addAtom(P.atom(BX[I]).Range & P.atom(BY[I]).Range, std::max(P.level(P1), P.level(P2))));
      P.require(P.le(C, P1));
      P.require(P.le(C, P2));
      P.require(P.le(P1 + P2 - Linear(1), C));
      Sum = Sum.plus(C, pow2(I));
    }
    return {Sum, {0, pow2(N) - 1}};
  }
  Term UX = unsignedValue(A), UY = unsignedValue(B);
  Interval R{0, std::min(UX.Range.Hi, UY.Range.Hi)};
  Linear V = Linear::atom(P.addAtom(R, std::max(P.level(UX.Form), P.level(UY.Form))));
  P.require(P.le(V, UX.Form));
  P.require(P.le(V, UY.Form));
  return {V, R};
}

Term Encoder::bitwise(Expr E) {
  Expr A = E->arg(0), B = E->arg(1);
  if (E->op() == Op::And)
    return conjunction(A, B);
  Term X = term(A), Y = term(B), Both = conjunction(A, B);
  CombinesBits |= E->op() == Op::Xor && !(B->isConst() && B->signedValue() == -1);
  Wide Times = E->op() == Op::Or ? 1 : 2; // x|y = x+y-(x&y), x^y = x+y-2(x&y)
  Term R{X.Form + Y.Form.plus(Both.Form, -Times), X.Range + Y.Range + -(Both.Range * Times)};
  unsigned N = std::max(bitLength(X.Range), bitLength(Y.Range));
  if (N < E->width())
    R.Range = R.Range & Interval::ofUnsigned(N);
  if (R.Range.within(P.range(R.Form)) && !(R.Range == P.range(R.Form))) {
    // A new atom, whose bounds the rest of the query uses.
    Linear V = Linear::atom(P.addAtom(R.Range, P.level(R.Form)));
    P.require(P.eq(V, R.Form));
    R.Form = V;
  }
  return R;
}

AtomId Encoder::powerOfTwo(const Term &K, unsigned Width) {
  for (const Power &W : Powers)
    if (W.Amount == K.Form && W.Width == Width)
      return W.Value;
  Interval R{pow2(std::max<Wide>(0, std::min<Wide>(K.Range.Lo, Width - 1))),
             pow2(std::min<Wide>(K.Range.Hi, Width - 1))};
  AtomId V = P.addAtom(R, P.level(K.Form));
  Linear New = Linear::atom(V);
  FormulaId Undefined = P.le(Linear(Width), K.Form);
  for (const Power &W : Powers) {
    Linear Old = Linear::atom(W.Value), D = K.Form - W.Amount;
    FormulaId Any = P.lor({Undefined, P.le(Linear(W.Width), W.Amount)});
    P.require({Any, P.ne(D), P.eq(New, Old)});
    P.require({Any, P.le(D), P.le(Old * 2, New)});
    P.require({Any, P.le(-D), P.le(New * 2, Old)});
    P.require({Any, P.ne(D, Linear(1)), P.eq(New, Old * 2)});
    P.require({Any, P.ne(D, Linear(-1)), P.eq(New * 2, Old)});
  }
  Powers.push_back({K.Form, V, Width});
  return V;
}

llvm::SmallVector<FormulaId, 16> Encoder::table(const Power &W) {
  llvm::SmallVector<FormulaId, 16> F;
  Linear V = Linear::atom(W.Value);
  Interval R = P.range(W.Amount) & Interval{0, W.Width - 1};
  FormulaId Undefined = P.le(Linear(W.Width), W.Amount);
  for (Wide I = R.Lo; I <= R.Hi; ++I) {
    F.push_back(P.lor({Undefined, P.lt(W.Amount, Linear(I)), P.le(Linear(pow2(I)), V)}));
    F.push_back(P.lor({P.lt(Linear(I), W.Amount), P.le(V, Linear(pow2(I)))}));
  }
  return F;
}

/// A constant, shifted right by the amount: it has as many different values as bits.
Term Encoder::halved(Wide Number, const Term &Amount, unsigned Width) {
  const Interval R = P.range(Amount.Form) & Interval{0, Width - 1};
  const AtomId Value = P.addAtom({0, Number}, P.level(Amount.Form));
  const Linear V = Linear::atom(Value);
  const FormulaId Undefined = P.le(Linear(Width), Amount.Form);
  for (Wide I = R.Lo; I <= R.Hi; ++I) {
    const Linear Left(Number >> I);
    P.require({Undefined, P.lt(Linear(I), Amount.Form), P.le(Left, V)});
    P.require({Undefined, P.lt(Amount.Form, Linear(I)), P.le(V, Left)});
    if (Number >> I == 0)
      break;
  }
  return {V, {0, Number}};
}

Term Encoder::shift(Expr E) {
  Expr A = E->arg(0), B = E->arg(1);
  unsigned W = E->width();
  if (B->isConst() && B->value() >= W)
    throw GiveUp{"shift by the width or more"};
  Term Amount = unsignedValue(B);
  if (A->isConst() && !B->isConst() &&
      (E->op() == Op::LShr || (E->op() == Op::AShr && A->signedValue() >= 0)))
    return halved(Wide(A->value()), Amount, W);
  Term Power;
  if (B->isConst()) {
    Power = {Linear(pow2(B->value())), {pow2(B->value()), pow2(B->value())}};
  } else {
    AtomId V = powerOfTwo(Amount, W);
    Power = {Linear::atom(V), P.atom(V).Range};
  }
  if (E->op() == Op::Shl) {
    bool Signed = E->flags() & NSW, Unsigned = E->flags() & NUW;
    Term R = multiply(Signed ? signedValue(A) : Unsigned ? unsignedValue(A) : term(A), Power);
    if (Signed || Unsigned)
      R.Range = R.Range & (Signed ? Interval::ofSigned(W) : Interval::ofUnsigned(W));
    return R;
  }
  Term X = E->op() == Op::LShr ? unsignedValue(A) : signedValue(A);
  Term Q = floorQuotient(X, Power);
  if (B->isConst() || X.Range.Lo < 0)
    return Q;
  FormulaId Undefined = P.le(Linear(W), Amount.Form);
  for (const Shifted &S : ShiftedRight) {
    if (!(S.X == X.Form))
      continue;
    Linear D = Amount.Form - S.Amount;
    FormulaId Any = P.lor({Undefined, S.Undefined});
    P.require({Any, P.le(D), P.le(Q.Form * 2, S.Quotient)});
    P.require({Any, P.le(-D), P.le(S.Quotient * 2, Q.Form)});
    P.require({Any, P.ne(D, Linear(1)), P.le(S.Quotient, Q.Form * 2 + Linear(1))});
    P.require({Any, P.ne(D, Linear(-1)), P.le(Q.Form, S.Quotient * 2 + Linear(1))});
  }
  ShiftedRight.push_back({X.Form, Amount.Form, Q.Form, Undefined});
  return Q;
}
