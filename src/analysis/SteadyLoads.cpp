// SPDX-License-Identifier: Apache-2.0

#include "analysis/SteadyLoads.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Symbols that decide where a thread goes or what it accesses.
static llvm::DenseSet<SymbolId> deciding(const Kernel &K) {
  llvm::DenseSet<SymbolId> In;
  auto Collect = [&](Expr E) {
    if (E)
      ExprContext::visit(E, [&](Expr N) {
        if (N->op() == Op::Apply)
          In.insert(N->symbol());
      });
  };
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Collect(E.Cond);
  for (const Access &A : K.Accesses)
    Collect(A.Offset);
  return In;
}

bool SteadyLoads::take(llvm::ArrayRef<RaceResult> Races) {
  llvm::BitVector Racy(K.Accesses.size());
  for (const RaceResult &R : Races) {
    if (R.AssumedLockstep || R.Impossible)
      return false;
    for (const RaceAnswer &A : R.Answers)
      if (A.Where != Scope::OtherBlock) {
        Racy.set(A.A);
        Racy.set(A.B);
      }
  }
  if (llvm::any_of(K.Gaps, [](const ModelGap &G) { return G.MayAccessMemory; }))
    return false;
  llvm::DenseSet<SymbolId> Deciding = deciding(K), Unsteady, Steady;
  for (const Access &A : K.Accesses) {
    if (!A.Result || A.Result->op() != Op::Apply)
      continue;
    SymbolId S = A.Result->symbol();
    const Symbol &Value = K.Ctx->symbol(S);
    bool Candidate = A.Kind == AccessKind::Read && K.array(A.Array).Where == Space::Shared &&
                     Value.Kind == SymbolKind::Load && Value.Level == Uniformity::Thread;
    (Candidate && !Racy.test(A.Id) ? Steady : Unsteady).insert(S);
  }
  bool Found = false;
  for (SymbolId S : Steady)
    if (Deciding.contains(S) && !Unsteady.contains(S)) {
      K.Ctx->symbol(S).Level = Uniformity::Block;
      Taken.push_back(S);
      Found = true;
    }
  return Found;
}

SteadyLoads::~SteadyLoads() {
  for (SymbolId S : Taken)
    K.Ctx->symbol(S).Level = Uniformity::Thread;
}
