// SPDX-License-Identifier: Apache-2.0

#include "smt/Extents.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::smt;

static bool isVariableShift(Expr E) {
  return (E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr) &&
         !E->arg(1)->isConst();
}

void cudafix::smt::putShifts(ExprContext &Ctx, Arranger &Sums,
                             llvm::SmallVectorImpl<Expr> &Constraints) {
  llvm::DenseMap<Expr, Expr> Extents, Done;
  auto Visit = [&](Expr E) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(Done.lookup(A));
    if (E->op() == Op::Shl && isVariableShift(E) && Sums.isShared(E->arg(1))) {
      Expr &Extent = Extents[Ctx.binary(Op::Shl, Ctx.constant(1, E->width()), E->arg(1))];
      if (!Extent) {
        Symbol S;
        S.Kind = SymbolKind::Parameter;
        S.Level = Uniformity::Launch;
        S.Width = E->width();
        S.Name = "extent";
        Extent = Ctx.apply(Ctx.addSymbol(std::move(S)));
      }
      Done[E] = Ctx.mul(Args[0], Extent, E->flags());
    } else {
      Done[E] = Ctx.withArgs(E, Args);
    }
  };
  llvm::SmallVector<Expr, 32> Put;
  for (Expr E : Constraints) {
    ExprContext::visit(E, Visit, [&](Expr N) { return Done.contains(N); });
    bool Shifts = false;
    ExprContext::visit(Done.lookup(E), [&](Expr N) { Shifts |= isVariableShift(N); });
    if (!Shifts)
      Put.push_back(Done.lookup(E));
  }
  if (!Extents.empty())
    Constraints.assign(Put.begin(), Put.end());
}

void cudafix::smt::putEqualExtents(ExprContext &Ctx, Arranger &Sums,
                                   llvm::SmallVectorImpl<Expr> &Constraints) {
  llvm::DenseMap<Expr, Expr> Same;
  auto Put = [&](Expr E) { return Ctx.replace(E, [&](Expr A) { return Same.lookup(A); }); };
  auto IsSize = [&](Expr E) {
    return E->op() == Op::Apply && E->args().empty() && Sums.isShared(E) &&
           Ctx.symbol(E->symbol()).Kind == SymbolKind::Parameter;
  };
  auto Holds = [](Expr E, Expr Inside) {
    return ExprContext::any(E, [&](Expr N) { return N == Inside; });
  };
  for (Expr E : Constraints) {
    if (E->op() != Op::Eq)
      continue;
    Expr A = Put(E->arg(0)), B = Put(E->arg(1));
    if (!IsSize(A))
      std::swap(A, B);
    bool Computed = B->op() == Op::Apply || B->op() == Op::Mul || B->op() == Op::SDiv ||
                    B->op() == Op::UDiv || B->op() == Op::Add || B->op() == Op::Sub;
    if (!IsSize(A) || !Computed || !Sums.isShared(B) || Holds(B, A))
      continue;
    for (auto &Entry : Same)
      Entry.second = Ctx.replace(Entry.second, [&](Expr X) { return X == A ? B : Expr(); });
    Same[A] = B;
  }
  if (!Same.empty())
    for (Expr &E : Constraints)
      E = Put(E);
}
