// SPDX-License-Identifier: Apache-2.0
//
// Strides as programs choose them: rows that hold whole vectors, coordinates that do not reach
// into each other, cells that are picked among those of the threads.

#include "analysis/Confidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Do all threads of the block read one cell that a word in memory picks among those of which each
/// thread writes its own (`v[*least]` beside `v[threadIdx.x]`)? Whichever it is, it races.
bool Classifier::readsPicked(unsigned I) {
  const Access &R = *Q.P[I].What, &W = *Q.P[1 - I].What;
  if (R.Kind != AccessKind::Read || W.Kind != AccessKind::Write || R.Array != W.Array ||
      R.Size != W.Size || K.Arrays[R.Array].Where != Space::Shared)
    return false;
  unsigned Picked = 0;
  bool ForAll = true;
  Expr Cell = C.replace(R.Offset, [&](Expr N) {
    const Symbol &S = C.symbol(N->symbol());
    if (S.Kind != SymbolKind::Load || N->width() != C.threadIdx(0)->width()) {
      ForAll &= S.Kind != SymbolKind::ThreadIdx;
      return Expr();
    }
    ++Picked;
    return C.threadIdx(0);
  });
  Expr Differs = C.ne(Q.T.of(Cell, 1 - I), Q.T.of(W.Offset, 1 - I));
  return Picked == 1 && ForAll && std::holds_alternative<Proved>(under(Differs));
}

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
            if (llvm::is_contained(Parameters, unwidened(P)))
              Rows.insert({unwidened(P), Vector});
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

/// The parameters and loaded sizes that a coordinate is compared with as its end.
SmallVector<Expr, 4> Classifier::endsOf(Expr Coordinate) const {
  auto IsRead = [&](Expr E) {
    E = unwidened(E);
    return E->op() == Op::Apply && C.symbol(Q.T.original(E->symbol())).Kind == SymbolKind::Load;
  };
  llvm::SetVector<Expr> Ends;
  for (Expr E : Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      bool Less = N->op() == Op::Slt || N->op() == Op::Ult;
      if (Less && unwidened(N->arg(0)) == Coordinate &&
          (isOfParameters(N->arg(1)) || IsRead(N->arg(1))))
        Ends.insert(N->arg(1));
    });
  return SmallVector<Expr, 4>(Ends.begin(), Ends.end());
}

/// Where coordinates that end at sizes have strides of their own (`lane * a + row * b`), one of two
/// strides is at least what the other coordinate reaches over.
void Classifier::addBoundedStrides(Expr Offset, Usual &U) const {
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.sext(E, 64); };
  struct Reach {
    Expr Stride;                 ///< in bytes, 64 bits
    SmallVector<Expr, 4> Extent; ///< likewise, of all steps
  };
  SmallVector<Reach, 4> Strides;
  summands(Offset, 1, [&](Expr Term, int64_t Factor) {
    Expr Part = unwidened(Term);
    if (Part->op() != Op::Mul)
      return;
    for (unsigned I : {0, 1}) {
      Expr Coordinate = unwidened(Part->arg(I)), Stride = Part->arg(1 - I);
      if (isOfParameters(Coordinate) || !isOfParameters(Stride) || Stride->isConst())
        continue;
      Reach One{C.mul(Wide(Stride), C.constant(Factor, 64), NSW), {}};
      for (Expr End : endsOf(Coordinate))
        One.Extent.push_back(C.mul(Wide(End), One.Stride, NSW));
      Strides.push_back(std::move(One));
    }
  });
  for (size_t I = 0; I < Strides.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      SmallVector<Expr, 4> Ways;
      for (auto [Inner, Outer] : {std::pair(I, J), std::pair(J, I)})
        for (Expr Extent : Strides[Inner].Extent)
          Ways.push_back(C.sle(Extent, Strides[Outer].Stride));
      if (!Ways.empty())
        U.Conditions.push_back(C.lor(Ways));
    }
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
      Expr Scale = C.constant(Factor, 64), Part = unwidened(Term);
      if (Part->op() == Op::Mul && isOfParameters(Part->arg(1))) {
        Scale = C.mul(Scale, Wide(Part->arg(1)), NSW);
        Part = unwidened(Part->arg(0));
      } else if (Part->op() == Op::Mul && isOfParameters(Part->arg(0))) {
        Scale = C.mul(Scale, Wide(Part->arg(0)), NSW);
        Part = unwidened(Part->arg(1));
      }
      bool IsOuter = Part->op() == Op::UDiv || Part->op() == Op::SDiv;
      if (IsOuter || Part->op() == Op::URem || Part->op() == Op::SRem)
        (IsOuter ? Outer : Inner).push_back({Part->arg(0), Part->arg(1), Scale});
    });
    addBoundedStrides(Offset, U);
    for (const Coordinate &O : Outer)
      for (const Coordinate &I : Inner)
        if (O.Of == I.Of && O.Extent == I.Extent)
          U.Conditions.push_back(C.sle(C.mul(Wide(I.Extent), I.Stride, NSW), O.Stride));
  }
  return U;
}

/// What bounds indices, or is one itself, lies within the rows and parts of memory.
Usual Classifier::withinLengths(llvm::ArrayRef<Expr> Lengths) {
  auto Wide = [&](Expr P) {
    bool Unsigned = P->op() == Op::Apply && !C.symbol(P->symbol()).Signed;
    return P->width() == 64 ? P : Unsigned ? C.zext(P, 64) : C.sext(P, 64);
  };
  SmallVector<Expr, 4> Strides;
  for (Expr P : Lengths)
    if (isStride(Q.Offset[0], P) || isStride(Q.Offset[1], P))
      Strides.push_back(P);
  llvm::SetVector<Expr> Bounds, Indices;
  auto IsSize = [&](Expr E, llvm::ArrayRef<Expr> But) {
    bool Is = !E->isConst() && E->width() >= 16 && E->width() <= 64 && isOfParameters(E);
    ExprContext::visit(E, [&](Expr N) { Is &= !llvm::is_contained(But, N); });
    return Is;
  };
  for (Expr E : Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Slt && N->op() != Op::Sle && N->op() != Op::Ult && N->op() != Op::Ule &&
          N->op() != Op::Eq)
        return;
      for (Expr Side : N->args()) {
        Expr P = unwidened(Side->op() == Op::Add && Side->arg(1)->isConst() ? Side->arg(0) : Side);
        if (IsSize(P, P->op() == Op::Apply ? Lengths : Strides))
          Bounds.insert(P);
      }
    });
  for (Expr Offset : Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (IsSize(E, Strides))
        Indices.insert(E);
    });
  Usual U;
  SmallVector<Expr, 32> Launchable(Q.T.constraints());
  auto Add = [&](Expr Condition) {
    Launchable.push_back(Condition);
    if (std::holds_alternative<Proved>(Ask(Launchable)))
      Launchable.pop_back(); // the host says otherwise
    else
      U.Conditions.push_back(Condition);
  };
  for (Expr B : Bounds)
    for (Expr Length : B->op() == Op::Apply ? Lengths : llvm::ArrayRef<Expr>(Strides))
      Add(C.sle(Wide(B), Wide(Length)));
  for (Expr I : Indices)
    for (Expr Stride : Strides)
      Add(C.slt(Wide(I), Wide(Stride)));
  return U;
}
