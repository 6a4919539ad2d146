// SPDX-License-Identifier: Apache-2.0

#include "model/Remainder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;

namespace {
/// A product: a constant, and factors sorted by id.
struct Product {
  uint64_t Times = 1;
  llvm::SmallVector<Expr, 4> Factors;

  bool operator==(const Product &) const = default;
};
} // namespace

/// Multiplies `To` by a term, factor by factor. An extended product counts as a product of extended
/// factors if it does not wrap.
static void multiply(ExprContext &C, Expr E, Product &To) {
  Expr Inner = E->op() == Op::SExt ? E->arg(0) : E;
  if (E->isConst()) {
    To.Times *= E->value();
  } else if (Inner->op() == Op::Mul && (Inner == E || (Inner->flags() & NSW))) {
    for (Expr Factor : Inner->args())
      multiply(C, C.sext(Factor, E->width()), To);
  } else {
    auto *At = llvm::upper_bound(To.Factors, E, [](Expr A, Expr B) { return A->id() < B->id(); });
    To.Factors.insert(At, E);
  }
}

static Product productOf(ExprContext &C, Expr E) {
  Product P;
  multiply(C, E, P);
  P.Times &= llvm::maskTrailingOnes<uint64_t>(E->width());
  return P;
}

Expr cudafix::remainderOf(ExprContext &C, Expr A, Expr B) {
  if (B->op() == Op::Add) // x - (q * d + r)
    for (unsigned First : {0, 1})
      if (Expr Rest = remainderOf(C, A, B->arg(First)))
        return C.sub(Rest, B->arg(1 - First));
  const Product P = productOf(C, B);
  for (auto [At, Factor] : llvm::enumerate(P.Factors)) {
    Expr Quotient = unwidened(Factor);
    const bool Signed = Quotient->op() == Op::SDiv;
    if (!Signed && Quotient->op() != Op::UDiv)
      continue;
    // A remainder has no more bits than its dividend.
    auto Widened = [&](Expr E) { return Signed ? C.sext(E, A->width()) : C.zext(E, A->width()); };
    if (Widened(Quotient) != Factor || Widened(Quotient->arg(0)) != A)
      continue;
    Product Rest = P;
    Rest.Factors.erase(Rest.Factors.begin() + At);
    if (Rest == productOf(C, Widened(Quotient->arg(1))))
      return Widened(C.binary(Signed ? Op::SRem : Op::URem, Quotient->arg(0), Quotient->arg(1)));
  }
  return Expr();
}

static bool isConst(Expr E, uint64_t V) { return E->isConst() && E->value() == V; }

bool cudafix::isChoiceOfConstant(Expr E) {
  return E->op() == Op::Ite && E->width() > 1 && (E->arg(1)->isConst() || E->arg(2)->isConst());
}

/// Returns true if the form of the term shows that it is less than 2^Bits.
static bool isBelowPower(Expr E, unsigned Bits) {
  if (E->op() == Op::ZExt)
    return E->arg(0)->width() <= Bits;
  return E->op() == Op::URem && E->arg(1)->isConst() && E->arg(1)->value() != 0 &&
         E->arg(1)->value() <= uint64_t(1) << Bits;
}

Expr cudafix::simplifiedDivision(ExprContext &C, Op O, Expr A, Expr B, unsigned W) {
  bool Rem = O == Op::URem || O == Op::SRem;
  if (isConst(B, 1))
    return Rem ? C.constant(0, W) : A;
  if (isConst(A, 0) && B->isConst() && B->value())
    return A;
  const Op RemOf = O == Op::SDiv ? Op::SRem : Op::URem;
  if (!Rem && A->op() == Op::Sub && A->arg(1)->op() == RemOf && // (x - x % n) / n
      A->arg(1)->arg(0) == A->arg(0) && A->arg(1)->arg(1) == B)
    return C.binary(O, A->arg(0), B);
  if (!B->isConst() || B->value() == 0)
    return Expr();
  if (O == Op::UDiv && isChoiceOfConstant(A))
    return C.ite(A->arg(0), C.binary(O, A->arg(1), B), C.binary(O, A->arg(2), B));
  if (O == Op::UDiv && A->op() == Op::Add && A->arg(1)->isConst() &&
      llvm::isPowerOf2_64(B->value()) && A->arg(1)->value() % B->value() == 0 &&
      isBelowPower(A->arg(0), llvm::Log2_64(B->value())))
    return C.constant(A->arg(1)->value() / B->value(), W); // upper half of two joined numbers
  if (O == Op::UDiv && A->op() == Op::Add && llvm::isPowerOf2_64(B->value()))
    for (unsigned Upper : {0, 1}) {
      Expr Of = A->arg(Upper), Lower = A->arg(1 - Upper);
      const unsigned Bits = llvm::Log2_64(B->value());
      if (Of->op() == Op::Mul && Of->arg(1) == B &&
          (Lower->isConst() ? Lower->value() < B->value() : isBelowPower(Lower, Bits)))
        return C.zext(C.trunc(Of->arg(0), W - Bits), W);
    }
  if (O == Op::UDiv && A->op() == Op::UDiv && A->arg(1)->isConst()) {
    int64_t P;
    if (!llvm::MulOverflow(int64_t(A->arg(1)->value()), int64_t(B->value()), P) &&
        uint64_t(P) <= llvm::maskTrailingOnes<uint64_t>(W))
      return C.binary(Op::UDiv, A->arg(0), C.constant(P, W));
  }
  if (O == Op::URem && A->op() == Op::URem && A->arg(1)->isConst() &&
      A->arg(1)->value() % B->value() == 0)
    return C.binary(Op::URem, A->arg(0), B);
  if (A->op() != Op::Mul || !A->arg(1)->isConst())
    return Expr();
  // A multiple of a power of two stays one where the product wraps.
  uint64_t Factor = A->arg(1)->value();
  if (O == Op::URem && llvm::isPowerOf2_64(B->value()) && Factor % B->value() == 0)
    return C.constant(0, W);
  Expr Down = A->arg(0); // x / c * c is at most x
  if (O == Op::UDiv && A->arg(1) == B && Down->op() == Op::UDiv && Down->arg(1) == B)
    return Down;
  return Expr();
}
