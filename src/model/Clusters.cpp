// SPDX-License-Identifier: Apache-2.0
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;

static constexpr unsigned MostBlocks = 16;

Expr cudafix::clusterDim(ExprContext &C, unsigned Dim) {
  for (SymbolId Id = 0, End = C.numSymbols(); Id < End; ++Id)
    if (const Symbol &S = C.symbol(Id); S.ClusterDim && S.Index == Dim)
      return C.apply(Id);
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  S.Level = Uniformity::Launch;
  S.Index = Dim;
  S.Name = clusterDimName(Dim);
  S.ClusterDim = true;
  S.Lo = 1;
  S.Hi = MostBlocks;
  return C.apply(C.addSymbol(std::move(S)));
}

std::optional<std::array<unsigned, 3>> cudafix::clusterOf(const Kernel &K, const Launch &L) {
  std::array<unsigned, 3> Is{};
  auto Take = [&](Expr Cond) {
    if (!Cond || Cond->op() != Op::Eq)
      return;
    Expr A = Cond->arg(0), B = Cond->arg(1);
    if (A->isConst())
      std::swap(A, B);
    if (B->isConst() && A->op() == Op::Apply && K.Ctx->symbol(A->symbol()).ClusterDim)
      Is[K.Ctx->symbol(A->symbol()).Index] = B->value();
  };
  for (const Fact &F : L.Facts)
    Take(F.Cond);
  for (const Assumption &A : K.Assumptions)
    Take(A.Node == NoId ? A.Cond : Expr());
  if (!Is[0] || !Is[1] || !Is[2])
    return std::nullopt;
  return Is;
}

std::string cudafix::clusterDimName(unsigned Dim) {
  return std::string("clusterDim.") + "xyz"[Dim];
}

/// Returns true if the barrier represents an operation on an mbarrier of the thread's own block.
static bool isOfOwnMbarrier(const Kernel &K, const Barrier &B) {
  const std::vector<Event> &Events = K.Nodes[B.Node].Events;
  for (size_t I = 0; I + 1 < Events.size(); ++I)
    if (Events[I + 1].What == Event::Kind::Barrier && Events[I + 1].Id == B.Id)
      return Events[I].What == Event::Kind::AsyncOp && K.AsyncOps[Events[I].Id].Object != NoId &&
             K.array(K.AsyncOps[Events[I].Id].Object).Unknown.empty();
  return false;
}

bool cudafix::usesClusters(const Kernel &K) {
  for (SymbolId Id = 0, End = K.Ctx->numSymbols(); Id < End; ++Id)
    if (K.Ctx->symbol(Id).ClusterDim)
      return true;
  return llvm::any_of(K.Barriers,
                      [&](const Barrier &B) {
                        return B.AcrossBlocks && B.Runs && !isOfOwnMbarrier(K, B);
                      }) ||
         llvm::any_of(K.AsyncOps, [](const AsyncOp &X) { return X.ToOthers; }) ||
         llvm::any_of(K.Arrays, [](const Array &A) {
           return A.Where == Space::Shared && !A.Unknown.empty();
         });
}
