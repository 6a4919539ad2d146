// SPDX-License-Identifier: Apache-2.0

#include "model/Remainder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;

namespace {
/// A product: a constant and factors in the order of their ids.
struct Product {
  uint64_t Times = 1;
  llvm::SmallVector<Expr, 4> Factors;

  bool operator==(const Product &) const = default;
};
} // namespace

/// Multiplies by a term, factor by factor. A product that was widened is one of widened factors
/// where it does not wrap.
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
    // A dividend of fewer bits has a remainder of as many bits.
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
