// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

const Array *cudafix::analysis::loadedFrom(const Kernel &K, const Symbol &S) {
  return S.Kind == SymbolKind::Load && S.Index < K.Arrays.size() ? &K.Arrays[S.Index] : nullptr;
}

bool cudafix::analysis::isGiven(const Kernel &K, const Symbol &S, Expr Apply) {
  const Array *From = loadedFrom(K, S);
  return S.Kind == SymbolKind::Parameter ||
         (From && From->Where == Space::Constant &&
          llvm::all_of(Apply->args(), [](Expr At) { return At->isConst(); }));
}

bool cudafix::analysis::isStored(const Kernel &K, const Symbol &S, Expr Apply) {
  const Array *From = loadedFrom(K, S);
  auto IsOfHost = [&](Expr N) {
    return N->op() != Op::Apply || K.Ctx->symbol(N->symbol()).Kind == SymbolKind::Parameter;
  };
  return isGiven(K, S, Apply) ||
         (From && From->Where == Space::Global && S.ReadOnly &&
          llvm::all_of(Apply->args(), [&](Expr At) { return ExprContext::all(At, IsOfHost); }));
}

/// Returns true if the value is what an access gives.
static bool isResult(const Kernel &K, SymbolId Value) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Result && A.Result->op() == Op::Apply && A.Result->symbol() == Value;
  });
}

/// Returns true if the value is what a compare-and-swap finds, or first expects, and its loop
/// repeats until it succeeds: that works for any memory contents.
static bool isRetried(const Kernel &K, SymbolId Value) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return (A.Retried || A.Guess) && A.Result && A.Result->op() == Op::Apply &&
           A.Result->symbol() == Value;
  });
}

static Support classify(const Kernel &K, const TwoThreads &Threads, Expr A) {
  Support S;
  const SymbolId Original = Threads.original(A->symbol());
  const Symbol &Sym = K.Ctx->symbol(Original);
  if ((Sym.Kind == SymbolKind::Load || Sym.Kind == SymbolKind::Opaque) && isRetried(K, Original))
    return S;
  switch (Sym.Kind) {
  case SymbolKind::Load:
    S.Data = S.Memory = !isGiven(K, Sym, A);
    break;
  case SymbolKind::Opaque:
    if (Sym.PickedLane)
      break;
    (Sym.Reason.empty() ? S.Data : S.Gap) = true;
    S.Memory = isResult(K, Original);
    break;
  case SymbolKind::Exit: // a loop left before the phase: its trip count does not matter
    S.Gap = true;
    break;
  default:
    break;
  }
  return S;
}

Support cudafix::analysis::supportOf(const Kernel &K, const TwoThreads &Threads, Expr E,
                                     const llvm::DenseMap<Expr, bool> *Common,
                                     const llvm::DenseSet<SymbolId> *Ignored) {
  Support S;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() == Op::Apply && !(Common && Common->contains(N)) &&
        !(Ignored && Ignored->contains(N->symbol())))
      S.Merge(classify(K, Threads, N));
  });
  return S;
}

Support cudafix::analysis::supportOfDifference(const Kernel &K, const TwoThreads &Threads, Expr A,
                                               Expr B, const llvm::DenseSet<Expr> &Known) {
  llvm::DenseMap<Expr, bool> InA, Common;
  for (Expr E : Known)
    Common[E] = true;
  ExprContext::visit(A, [&](Expr N) {
    if (N->op() == Op::Apply)
      InA[N] = true;
  });
  ExprContext::visit(B, [&](Expr N) {
    if (N->op() == Op::Apply && InA.contains(N))
      Common[N] = true;
  });
  Support S = supportOf(K, Threads, A, &Common);
  S.Merge(supportOf(K, Threads, B, &Common));
  return S;
}
