// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/HostProducts.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

HostProducts::HostProducts(const Kernel &K, const Launch &L, const TwoThreads &T) {
  ExprContext &C = *K.Ctx;
  auto IsParameter = [&](Expr E) {
    return E && E->op() == Op::Apply &&
           C.symbol(T.original(E->symbol())).Kind == SymbolKind::Parameter;
  };
  // A parameter that equals a factor: heads and stride are computed from the same host value.
  llvm::DenseMap<Expr, Expr> Passed;
  auto ForSides = [&](llvm::function_ref<void(Expr Parameter, Expr Of)> Take) {
    for (const Fact &F : L.Facts)
      for (unsigned Side : {0, 1})
        if (F.Cond->op() == Op::Eq && IsParameter(F.Cond->arg(Side)))
          Take(F.Cond->arg(Side), F.Cond->arg(1 - Side));
  };
  ForSides([&](Expr P, Expr Of) { Passed.try_emplace(Of, P); });
  ForSides([&](Expr P, Expr Of) {
    Of = unwidened(Of);
    if (Of->op() != Op::Mul)
      return;
    llvm::SmallVector<Expr, 2> Parts;
    for (Expr Factor : Of->args())
      Parts.push_back(IsParameter(Factor) ? Factor : Passed.lookup(Factor));
    // A product of products is not taken apart.
    if (llvm::all_of(Parts, [&](Expr E) { return IsParameter(E) && E != P && !behind(E); }))
      Products.try_emplace(P->symbol(), C.mul(Parts[0], Parts[1], NSW));
  });
}
