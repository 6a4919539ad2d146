// SPDX-License-Identifier: Apache-2.0
//
// The simplifying builders of ExprContext. Normal forms: constants are the last operand of
// commutative operators; x - c is x + (-c); shifts by constants are multiplications and
// divisions, low masks remainders; comparisons with constants are strict. 1-bit And and Or
// are n-ary with sorted operands, 1-bit "not" is Xor with true.

#include "model/Expr.h"
#include "model/ExprFold.h"
#include "model/Remainder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace cudafix;
using llvm::SmallVector;

static bool isConst(Expr E, uint64_t V) { return E->isConst() && E->value() == V; }
static uint64_t mask(unsigned W) { return llvm::maskTrailingOnes<uint64_t>(W); }

Expr ExprContext::lnot(Expr A) {
  assert(A->width() == 1);
  if (A->isConst())
    return boolean(!A->value());
  if (isNot(A))
    return A->arg(0);
  switch (A->op()) {
  case Op::Ult:
    return ule(A->arg(1), A->arg(0));
  case Op::Ule:
    return ult(A->arg(1), A->arg(0));
  case Op::Slt:
    return sle(A->arg(1), A->arg(0));
  case Op::Sle:
    return slt(A->arg(1), A->arg(0));
  default:
    return unique(Op::Xor, {A, boolean(true)}, 1, NoFlags, 0);
  }
}

static bool byId(Expr A, Expr B) { return A->id() < B->id(); }

/// Flattened, sorted, unique operands of nested `O` nodes.
static void flatten(Op O, llvm::ArrayRef<Expr> Args, SmallVector<Expr, 8> &Out) {
  for (Expr A : Args)
    if (A->op() == O && A->width() == 1)
      Out.append(A->args().begin(), A->args().end());
    else
      Out.push_back(A);
  llvm::sort(Out, byId);
  Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
}

Expr ExprContext::land(llvm::ArrayRef<Expr> Args) {
  SmallVector<Expr, 8> L;
  flatten(Op::And, Args, L);
  llvm::erase_if(L, [](Expr E) { return E->isTrue(); });
  for (Expr E : L) {
    if (E->isFalse())
      return E;
    if (std::binary_search(L.begin(), L.end(), lnot(E), byId))
      return boolean(false);
  }
  // A disjunct that a literal decides: a && (b || !a) is a && b.
  for (unsigned I = 0; I < L.size(); ++I) {
    if (L[I]->op() != Op::Or)
      continue;
    SmallVector<Expr, 4> Rest;
    bool Holds = false;
    for (Expr D : L[I]->args()) {
      Holds |= std::binary_search(L.begin(), L.end(), D, byId);
      if (!std::binary_search(L.begin(), L.end(), lnot(D), byId))
        Rest.push_back(D);
    }
    if (!Holds && Rest.size() == L[I]->args().size())
      continue;
    SmallVector<Expr, 8> Others(L);
    Others.erase(Others.begin() + I);
    if (!Holds)
      Others.push_back(lor(Rest));
    return land(Others);
  }
  if (L.empty())
    return boolean(true);
  return L.size() == 1 ? L[0] : unique(Op::And, L, 1, NoFlags, 0);
}

Expr ExprContext::lor(llvm::ArrayRef<Expr> Args) {
  SmallVector<Expr, 8> L;
  flatten(Op::Or, Args, L);
  llvm::erase_if(L, [](Expr E) { return E->isFalse(); });
  for (Expr E : L)
    if (E->isTrue() || std::binary_search(L.begin(), L.end(), lnot(E), byId))
      return boolean(true);
  if (L.empty())
    return boolean(false);
  if (L.size() == 1)
    return L[0];
  // A factor of all disjuncts is taken out: (r && a) || (r && !a) is r.
  SmallVector<Expr, 8> Common(conjuncts(L[0]));
  for (Expr E : llvm::drop_begin(L)) {
    auto C = conjuncts(E);
    llvm::erase_if(Common,
                   [&](Expr X) { return !std::binary_search(C.begin(), C.end(), X, byId); });
  }
  if (!Common.empty()) {
    SmallVector<Expr, 8> Rests;
    for (Expr E : L) {
      SmallVector<Expr, 8> Rest;
      for (Expr X : conjuncts(E))
        if (!std::binary_search(Common.begin(), Common.end(), X, byId))
          Rest.push_back(X);
      Rests.push_back(land(Rest));
    }
    Common.push_back(lor(Rests));
    return land(Common);
  }
  // A unit decides the others: a || (!a && b) is a || b, a || (a && b) is a.
  for (unsigned I = 0; I < L.size(); ++I) {
    if (L[I]->op() == Op::And)
      continue;
    Expr Not = lnot(L[I]);
    for (unsigned J = 0; J < L.size(); ++J) {
      auto C = conjuncts(L[J]);
      bool Absorbed = std::binary_search(C.begin(), C.end(), L[I], byId);
      bool Shorter = std::binary_search(C.begin(), C.end(), Not, byId);
      if (I == J || (!Absorbed && !Shorter))
        continue;
      SmallVector<Expr, 8> New(L);
      if (Absorbed) {
        New.erase(New.begin() + J);
      } else {
        SmallVector<Expr, 8> Rest;
        llvm::copy_if(C, std::back_inserter(Rest), [&](Expr X) { return X != Not; });
        New[J] = land(Rest);
      }
      return lor(New);
    }
  }
  return unique(Op::Or, L, 1, NoFlags, 0);
}

/// x + c1 + c2, x + 0, (x - y) + y.
static Expr simplifyAdd(ExprContext &C, Expr A, Expr B, unsigned W, uint8_t F) {
  if (isConst(B, 0))
    return A;
  if (B->isConst() && A->op() == Op::Add && A->arg(1)->isConst()) {
    Expr Sum = C.constant(A->arg(1)->value() + B->value(), W);
    bool SameSign = (A->arg(1)->signedValue() < 0) == (B->signedValue() < 0) &&
                    (Sum->signedValue() < 0) == (B->signedValue() < 0);
    return C.add(A->arg(0), Sum, SameSign ? A->flags() & F : uint8_t(NoFlags));
  }
  if (A->op() == Op::Sub && A->arg(1) == B)
    return A->arg(0);
  if (B->op() == Op::Sub && B->arg(1) == A)
    return B->arg(0);
  return Expr();
}

static Expr simplifySub(ExprContext &C, Expr A, Expr B, unsigned W, uint8_t F) {
  if (A == B)
    return C.constant(0, W);
  if (B->isConst()) {
    bool Negatable = B->value() != (uint64_t(1) << (W - 1));
    return C.add(A, C.constant(0 - B->value(), W), Negatable ? F & NSW : uint8_t(NoFlags));
  }
  if (A->op() == Op::Add) { // (x + y) - y
    if (A->arg(1) == B)
      return A->arg(0);
    if (A->arg(0) == B)
      return A->arg(1);
  }
  return remainderOf(C, A, B);
}

static Expr simplifyMul(ExprContext &C, Expr A, Expr B, unsigned W, uint8_t F) {
  if (isConst(B, 0))
    return B;
  if (isConst(B, 1))
    return A;
  if (B->isConst() && A->op() == Op::Mul && A->arg(1)->isConst())
    return C.mul(A->arg(0), C.constant(A->arg(1)->value() * B->value(), W), A->flags() & F);
  return Expr();
}

/// Returns 1 << n for the masks (1 << n) - 1 and ~(-1 << n) of the lowest n bits; null for other
/// terms. If n is too large, both forms give all bits.
static Expr endOfMask(ExprContext &C, Expr Mask) {
  const unsigned W = Mask->width();
  const bool Is = (Mask->op() == Op::Add || Mask->op() == Op::Xor) && Mask->arg(1)->isConst() &&
                  Mask->arg(1)->value() == mask(W) && Mask->arg(0)->op() == Op::Shl;
  Expr Of = Is ? Mask->arg(0)->arg(0) : Expr();
  if (!Of || !Of->isConst() || Of->value() != (Mask->op() == Op::Add ? 1 : mask(W)))
    return Expr();
  return C.binary(Op::Shl, C.constant(1, W), Mask->arg(0)->arg(1));
}

static Expr simplifyBits(ExprContext &C, Op O, Expr A, Expr B, unsigned W) {
  if (W == 1) {
    if (O == Op::And)
      return C.land(A, B);
    if (O == Op::Or)
      return C.lor(A, B);
    if (B->isConst())
      return B->value() ? C.lnot(A) : A;
  }
  if (A == B)
    return O == Op::Xor ? C.constant(0, W) : A;
  if (isConst(B, 0))
    return O == Op::And ? B : A;
  if (isConst(B, mask(W)) && O != Op::Xor)
    return O == Op::And ? A : B;
  for (auto [Pair, Other] : {std::pair(A, B), std::pair(B, A)}) // (x ^ y) ^ x
    if (O == Op::Xor && Pair->op() == Op::Xor && W > 1)
      for (unsigned I : {0u, 1u})
        if (Pair->arg(I) == Other)
          return Pair->arg(1 - I);
  if (O == Op::And && B->isConst() && llvm::isMask_64(B->value()))
    return C.binary(Op::URem, A, C.constant(B->value() + 1, W));
  if (O == Op::And)
    for (auto [Mask, Other] : {std::pair(A, B), std::pair(B, A)})
      if (Expr End = endOfMask(C, Mask))
        return C.binary(Op::URem, Other, End);
  return Expr();
}

static Expr simplifyShift(ExprContext &C, Op O, Expr A, Expr B, unsigned W, uint8_t F) {
  if (isConst(B, 0) || isConst(A, 0))
    return A;
  if (!B->isConst() || B->value() >= W)
    return Expr();
  uint64_t Power = uint64_t(1) << B->value();
  if (O == Op::Shl)
    return C.mul(A, C.constant(Power, W), B->value() + 1 < W ? F : uint8_t(F & NUW));
  return O == Op::LShr ? C.binary(Op::UDiv, A, C.constant(Power, W)) : Expr();
}

static Expr simplifyResize(ExprContext &C, Op O, Expr A, unsigned W, uint8_t F) {
  Op I = A->op();
  if (O == Op::Trunc) {
    if (I == Op::ZExt || I == Op::SExt) {
      Expr X = A->arg(0);
      if (X->width() >= W)
        return C.trunc(X, W);
      return I == Op::ZExt ? C.zext(X, W) : C.sext(X, W);
    }
    if (I == Op::Trunc)
      return C.trunc(A->arg(0), W);
    if (F == NoFlags && I == Op::URem && A->arg(1)->isConst() &&
        llvm::isPowerOf2_64(A->arg(1)->value()) && llvm::Log2_64(A->arg(1)->value()) >= W)
      return C.trunc(A->arg(0), W);
    auto IsAbove = [&](Expr X) { // all its bits are above the ones that are kept
      return X->isConst() ? C.constant(X->value(), W)->value() == 0
                          : X->op() == Op::Mul && X->arg(1)->isConst() &&
                                C.constant(X->arg(1)->value(), W)->value() == 0;
    };
    if (F == NoFlags && I == Op::Add)
      for (unsigned Above : {0, 1})
        if (IsAbove(A->arg(Above)))
          return C.trunc(A->arg(1 - Above), W);
    if (isChoiceOfConstant(A) && F == NoFlags)
      return C.ite(A->arg(0), C.trunc(A->arg(1), W), C.trunc(A->arg(2), W));
    auto Fits = [&](Expr X) {
      return X->isConst() ? llvm::isIntN(W, X->signedValue())
                          : X->op() == Op::SExt && X->arg(0)->width() <= W;
    };
    bool Sum = I == Op::Add || I == Op::Sub || I == Op::Mul;
    if (Sum && (F & A->flags() & NSW) && llvm::all_of(A->args(), Fits))
      return C.binary(I, C.trunc(A->arg(0), W), C.trunc(A->arg(1), W), NSW);
    // A term that was widened for a wider operand, as in `i += grid.size()`.
    bool Widened = Sum && llvm::any_of(A->args(), [](Expr X) {
                     return X->op() == Op::ZExt || X->op() == Op::SExt;
                   });
    // If rows and columns keep their value when narrowed, so do the terms they are made of.
    const bool OfRows = llvm::any_of(A->args(), [](Expr X) { return X->op() == Op::Mul; });
    const bool TooLarge = llvm::any_of(A->args(), [&](Expr X) { return X->isConst() && !Fits(X); });
    // The same holds for sizes that are added to an index.
    const bool OfSizes = llvm::all_of(A->args(), [&](Expr X) {
      return Fits(X) ||
             (X->op() == Op::Apply && C.symbol(X->symbol()).Kind == SymbolKind::Parameter);
    });
    const bool Keeps = ((I == Op::Mul || OfRows) && !TooLarge) || OfSizes;
    // The operands of an unsigned sum or product are at most its value.
    const bool Exact = (F & NSW) && (A->flags() & (I == Op::Sub ? NSW : NSW | NUW));
    const uint8_t Kept = Keeps && Exact ? NSW : NoFlags;
    auto Part = [&](unsigned N) { return C.make(Op::Trunc, {A->arg(N)}, W, Kept); };
    return Widened ? C.binary(I, Part(0), Part(1), Kept) : Expr();
  }
  if (I == Op::ZExt)
    return C.zext(A->arg(0), W);
  if (O == Op::SExt && I == Op::SExt)
    return C.sext(A->arg(0), W);
  if (O == Op::SExt && I == Op::Trunc && (A->flags() & NSW) && A->arg(0)->width() == W)
    return A->arg(0);
  return Expr();
}

static Expr simplifyEq(ExprContext &C, Expr A, Expr B) {
  if (A == B)
    return C.boolean(true);
  if (A->width() == 1 && B->isConst())
    return B->value() ? A : C.lnot(A);
  if (A->op() == B->op() && (A->op() == Op::Add || A->op() == Op::Xor))
    for (unsigned I : {0, 1})
      for (unsigned J : {0, 1})
        if (A->arg(I) == B->arg(J))
          return C.eq(A->arg(1 - I), B->arg(1 - J));
  if ((A->op() == Op::ZExt || A->op() == Op::SExt) && A->op() == B->op() &&
      A->arg(0)->width() == B->arg(0)->width())
    return C.eq(A->arg(0), B->arg(0));
  if (!B->isConst())
    return Expr();
  if (A->op() == Op::Add && A->arg(1)->isConst())
    return C.eq(A->arg(0), C.constant(B->value() - A->arg(1)->value(), A->width()));
  if (A->op() == Op::ZExt || A->op() == Op::SExt) {
    Expr X = A->arg(0), Narrow = C.constant(B->value(), X->width());
    Expr Back = A->op() == Op::ZExt ? C.zext(Narrow, A->width()) : C.sext(Narrow, A->width());
    return Back == B ? C.eq(X, Narrow) : C.boolean(false);
  }
  if (isChoiceOfConstant(A))
    return C.ite(A->arg(0), C.eq(A->arg(1), B), C.eq(A->arg(2), B));
  return Expr();
}

/// Returns true if the term is at least 0 as a signed number, by its form and its no-wrap flags.
static bool isNonNegative(const ExprContext &C, Expr E, unsigned Depth = 0) {
  auto Arg = [&](unsigned I) { return isNonNegative(C, E->arg(I), Depth + 1); };
  if (E->isConst())
    return E->signedValue() >= 0;
  if (Depth > 6)
    return false;
  switch (E->op()) {
  case Op::Apply: {
    const Symbol &S = C.symbol(E->symbol());
    return S.Lo >= 0 && S.Hi <= llvm::maxIntN(S.Width);
  }
  case Op::ZExt:
    return E->width() > E->arg(0)->width();
  case Op::SExt:
  case Op::AShr:
    return Arg(0);
  case Op::LShr:
  case Op::UDiv:
    return Arg(0) || (E->arg(1)->isConst() && E->arg(1)->value() > (E->op() == Op::UDiv));
  case Op::SDiv:
  case Op::URem:
    return Arg(0) && Arg(1);
  case Op::SRem:
    return Arg(0);
  case Op::Shl:
    return (E->flags() & NSW) && Arg(0);
  case Op::Add:
  case Op::Mul:
    return (E->flags() & NSW) && Arg(0) && Arg(1);
  case Op::Ite:
    return Arg(1) && Arg(2);
  default:
    return false;
  }
}

static Expr simplifyLess(ExprContext &C, Op O, Expr A, Expr B) {
  bool Strict = O == Op::Ult || O == Op::Slt, Unsigned = O == Op::Ult || O == Op::Ule;
  unsigned W = A->width();
  if (A == B)
    return C.boolean(!Strict);
  uint64_t Min = Unsigned ? 0 : uint64_t(1) << (W - 1), Max = Unsigned ? mask(W) : Min - 1;
  if (isConst(A, Min) && !Strict)
    return C.boolean(true);
  if (isConst(B, Min) && Strict)
    return C.boolean(false);
  if (isConst(B, Max) && !Strict)
    return C.boolean(true);
  if (isConst(A, Max) && Strict)
    return C.boolean(false);
  if (O == Op::Slt && isConst(B, 0) && isNonNegative(C, A))
    return C.boolean(false);
  if (!Strict && B->isConst())
    return Unsigned ? C.ult(A, C.constant(B->value() + 1, W))
                    : C.slt(A, C.constant(B->value() + 1, W));
  if (!Strict && A->isConst())
    return Unsigned ? C.ult(C.constant(A->value() - 1, W), B)
                    : C.slt(C.constant(A->value() - 1, W), B);
  if (A->op() == B->op() && (A->op() == Op::ZExt || A->op() == Op::SExt) &&
      A->arg(0)->width() == B->arg(0)->width()) {
    bool S = !Unsigned && A->op() == Op::SExt;
    if (S || A->op() == Op::ZExt)
      return C.make(S ? O : Strict ? Op::Ult : Op::Ule, {A->arg(0), B->arg(0)}, 1);
  }
  return Expr();
}

static Expr simplifyIte(ExprContext &C, Expr I, Expr A, Expr B) {
  if (I->isConst())
    return I->value() ? A : B;
  if (A == B)
    return A;
  if (isNot(I))
    return C.ite(I->arg(0), B, A);
  if (A->width() == 1) {
    if (A->isTrue())
      return C.lor(I, B);
    if (A->isFalse())
      return C.land(C.lnot(I), B);
    if (B->isTrue())
      return C.lor(C.lnot(I), A);
    if (B->isFalse())
      return C.land(I, A);
  }
  auto IsCondition = [&](Expr E) { // as a number
    return (E->op() == Op::ZExt || E->op() == Op::SExt) && E->arg(0) == I;
  };
  if (IsCondition(A))
    return C.ite(I, C.make(A->op(), {C.boolean(true)}, A->width()), B);
  if (IsCondition(B))
    return C.ite(I, A, C.constant(0, B->width()));
  if (A->op() == Op::Ite && A->arg(0) == I)
    return C.ite(I, A->arg(1), B);
  if (B->op() == Op::Ite && B->arg(0) == I)
    return C.ite(I, A, B->arg(2));
  return Expr();
}

static bool isCommutative(Op O) {
  return O == Op::Add || O == Op::Mul || O == Op::And || O == Op::Or || O == Op::Xor || O == Op::Eq;
}

static Expr simplify(ExprContext &C, Op O, llvm::ArrayRef<Expr> X, unsigned W, uint8_t F) {
  switch (O) {
  case Op::Add:
    return simplifyAdd(C, X[0], X[1], W, F);
  case Op::Sub:
    return simplifySub(C, X[0], X[1], W, F);
  case Op::Mul:
    return simplifyMul(C, X[0], X[1], W, F);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return simplifiedDivision(C, O, X[0], X[1], W);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return simplifyBits(C, O, X[0], X[1], W);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return simplifyShift(C, O, X[0], X[1], W, F);
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return simplifyResize(C, O, X[0], W, F);
  case Op::Eq:
    return simplifyEq(C, X[0], X[1]);
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return simplifyLess(C, O, X[0], X[1]);
  case Op::Ite:
    return simplifyIte(C, X[0], X[1], X[2]);
  case Op::Const:
  case Op::Apply:
    break;
  }
  return Expr();
}

Expr ExprContext::make(Op O, llvm::ArrayRef<Expr> Args, unsigned Width, uint8_t Flags) {
  assert(O != Op::Const && O != Op::Apply);
  SmallVector<Expr, 4> X(Args);
  if (Width == 1 && O == Op::And)
    return land(X);
  if (Width == 1 && O == Op::Or)
    return lor(X);
  if (llvm::all_of(X, [](Expr E) { return E->isConst(); })) {
    SmallVector<uint64_t, 4> Values;
    SmallVector<unsigned, 4> Widths;
    for (Expr E : X) {
      Values.push_back(E->value());
      Widths.push_back(E->width());
    }
    if (auto V = foldOperator(O, Values, Widths, Width))
      return constant(*V, Width);
  }
  if (isCommutative(O)) {
    bool Swap = X[0]->isConst() != X[1]->isConst() ? X[0]->isConst() : byId(X[1], X[0]);
    if (Swap)
      std::swap(X[0], X[1]);
  }
  if (Expr E = simplify(*this, O, X, Width, Flags))
    return E;
  return unique(O, X, Width, Flags, 0);
}
