// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Substitution.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::frontend;

Expr Substitution::rebuild(Expr N) {
  llvm::SmallVector<Expr, 4> Args;
  bool Changed = false;
  for (Expr A : N->args()) {
    Args.push_back(Memo.lookup(A));
    Changed |= Args.back() != A;
  }
  if (N->op() != Op::Apply)
    return Changed ? Ctx.make(N->op(), Args, N->width(), N->flags()) : N;
  Expr New = Changed ? Ctx.apply(N->symbol(), Args) : N;
  Expr R = Replace(New);
  return R ? R : New;
}

/// Calls `Done` for every sub-term not yet in `Memo`, operands first.
template <typename MapT, typename FnT> static void forNew(Expr E, MapT &Memo, FnT Done) {
  llvm::SmallVector<std::pair<Expr, bool>, 32> Work{{E, false}};
  while (!Work.empty()) {
    auto [N, Ready] = Work.pop_back_val();
    if (Memo.contains(N))
      continue;
    if (Ready) {
      Done(N);
      continue;
    }
    Work.push_back({N, true});
    for (Expr A : N->args())
      if (!Memo.contains(A))
        Work.push_back({A, false});
  }
}

Expr Substitution::operator()(Expr E) {
  if (!E)
    return E;
  forNew(E, Memo, [&](Expr N) {
    Expr New = rebuild(N);
    Memo[N] = New;
  });
  return Memo.lookup(E);
}

unsigned InnermostLoop::operator()(Expr E) {
  forNew(E, Memo, [&](Expr N) {
    unsigned Result = 0;
    if (N->op() == Op::Apply) {
      const Symbol &S = Ctx.symbol(N->symbol());
      if (S.Kind == SymbolKind::Counter)
        Result = S.Index + 1;
    }
    for (Expr A : N->args())
      Result = std::max(Result, Memo.lookup(A));
    Memo[N] = Result;
  });
  return Memo.lookup(E);
}
