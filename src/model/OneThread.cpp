// SPDX-License-Identifier: Apache-2.0

#include "model/OneThread.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace cudafix;

/// `threadIdx.x == 0`, and LLVM's form of several such tests: `(threadIdx.x | blockIdx.x) == 0`.
static bool comparesWithFirst(const ExprContext &C, Expr E) {
  auto IsZero = [](Expr Part) { return Part->isConst() && Part->value() == 0; };
  auto IsIndex = [&](Expr Part) {
    if (Part->op() != Op::Apply)
      return false;
    const SymbolKind Kind = C.symbol(Part->symbol()).Kind;
    return Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::BlockIdx;
  };
  return E->op() == Op::Eq && llvm::any_of(E->args(), IsZero) &&
         ExprContext::all(E, [&](Expr Part) {
           return Part == E || Part->op() == Op::Or || IsIndex(Part) || IsZero(Part);
         });
}

/// Returns true if the kernel only compares the index with 0, and never reads the size.
static bool asksForFirst(const Kernel &K, SymbolKind Index, SymbolKind Size, unsigned Dim) {
  const ExprContext &C = *K.Ctx;
  llvm::DenseSet<Expr> Seen;
  llvm::SmallVector<Expr, 32> Work;
  for (const Access &A : K.Accesses)
    Work.append({A.Offset, A.Guard, A.Value});
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Work.push_back(E.Cond);
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!E || !Seen.insert(E).second || comparesWithFirst(C, E))
      continue;
    if (E->op() == Op::Apply)
      if (const Symbol &S = C.symbol(E->symbol());
          (S.Kind == Index || S.Kind == Size) && S.Index == Dim)
        return false;
    Work.append(E->args().begin(), E->args().end());
  }
  return true;
}

bool cudafix::waitsForLock(const Kernel &K) {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    const LoopId L = K.Nodes[A.Node].Loop;
    return (A.Atomic == AtomicOp::Cas || A.Atomic == AtomicOp::Exch) && L != NoId &&
           K.Loops[L].SpinWait && K.array(A.Array).Where != Space::Shared;
  });
}

bool cudafix::isForOneThread(const Kernel &K) {
  if (waitsForLock(K) || !K.Barriers.empty() ||
      llvm::any_of(K.Arrays, [](const Array &A) { return A.Where == Space::Shared; }))
    return false;
  return llvm::all_of(llvm::seq(3u), [&](unsigned Dim) {
    return asksForFirst(K, SymbolKind::ThreadIdx, SymbolKind::BlockDim, Dim);
  });
}

bool cudafix::isForOneBlock(const Kernel &K, unsigned Dim) {
  return isForOneThread(K) && asksForFirst(K, SymbolKind::BlockIdx, SymbolKind::GridDim, Dim);
}
