// SPDX-License-Identifier: Apache-2.0
//
// Strides as programs choose them: rows that hold whole vectors, coordinates that do not reach
// into each other.

#include "analysis/Confidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// The power of two that a division or shift divides by; 0: it is none, or by 1 or more than a
/// vector's 16 elements.
static uint64_t vectorOf(Expr E) {
  if (E->args().size() != 2 || !E->arg(1)->isConst())
    return 0;
  uint64_t By = E->arg(1)->value();
  if (E->op() == Op::LShr || E->op() == Op::AShr)
    By = By < 5 ? uint64_t(1) << By : 0;
  else if (E->op() != Op::UDiv && E->op() != Op::SDiv)
    return 0;
  return By > 1 && By <= 16 && llvm::isPowerOf2_64(By) ? By : 0;
}

static Expr bare(Expr E) {
  while (E->op() == Op::ZExt || E->op() == Op::SExt)
    E = E->arg(0);
  return E;
}

/// Rows that are read as vectors (`(row * width + i) / 4`) are whole ones.
Usual Classifier::wholeVectors(llvm::ArrayRef<Expr> Parameters) const {
  llvm::SetVector<std::pair<Expr, uint64_t>> Rows;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      uint64_t Vector = vectorOf(N);
      if (!Vector)
        return;
      summands(N->arg(0), 1, [&](Expr Term, int64_t) {
        if (Term->op() == Op::Mul)
          for (Expr P : Term->args())
            if (llvm::is_contained(Parameters, bare(P)))
              Rows.insert({bare(P), Vector});
      });
    });
  Usual U;
  for (auto [P, Vector] : Rows) {
    Expr Rest = C.binary(Op::URem, P, C.constant(Vector, P->width()));
    U.Conditions.push_back(C.eq(Rest, C.constant(0, P->width())));
    U.Conditions.push_back(C.ult(P, C.constant(1 << 20, P->width()))); // products do not wrap
    U.Text.push_back(C.toString(P) + " a multiple of " + std::to_string(Vector) + " below 2^20");
  }
  return U;
}

/// Where an index is taken apart into coordinates (`x / n * a + x % n * b`), the stride of the
/// outer one is at least what the inner one reaches over.
Usual Classifier::nestedStrides() const {
  struct Coordinate {
    Expr Of, Extent, Stride; ///< the stride in bytes, 64 bits
  };
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.sext(E, 64); };
  Usual U;
  for (Expr Offset : Q.Offset) {
    SmallVector<Coordinate, 4> Outer, Inner;
    summands(Offset, 1, [&](Expr Term, int64_t Factor) {
      Expr Scale = C.constant(Factor, 64), Part = bare(Term);
      if (Part->op() == Op::Mul && isOfParameters(Part->arg(1))) {
        Scale = C.mul(Scale, Wide(Part->arg(1)), NSW);
        Part = bare(Part->arg(0));
      } else if (Part->op() == Op::Mul && isOfParameters(Part->arg(0))) {
        Scale = C.mul(Scale, Wide(Part->arg(0)), NSW);
        Part = bare(Part->arg(1));
      }
      bool IsOuter = Part->op() == Op::UDiv || Part->op() == Op::SDiv;
      if (IsOuter || Part->op() == Op::URem || Part->op() == Op::SRem)
        (IsOuter ? Outer : Inner).push_back({Part->arg(0), Part->arg(1), Scale});
    });
    for (const Coordinate &O : Outer)
      for (const Coordinate &I : Inner)
        if (O.Of == I.Of && O.Extent == I.Extent)
          U.Conditions.push_back(C.sle(C.mul(Wide(I.Extent), I.Stride, NSW), O.Stride));
  }
  return U;
}
