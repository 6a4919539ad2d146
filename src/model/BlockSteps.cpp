// SPDX-License-Identifier: Apache-2.0

#include "model/BlockSteps.h"
#include "model/Sums.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;

static constexpr unsigned MaxSteps = 3, MaxLength = 1024;

/// Adds to `To` by how many threads along the dimension a loop counter in the sum advances.
static void addSteps(const ExprContext &C, Expr Sum, unsigned Dim,
                     llvm::SmallVectorImpl<unsigned> &To) {
  int64_t Thread = 0;
  llvm::SmallVector<int64_t, 4> Steps;
  summands(Sum, 1, [&](Expr E, int64_t Factor) {
    if (E->op() != Op::Apply)
      return;
    const Symbol &S = C.symbol(E->symbol());
    if (S.Kind == SymbolKind::ThreadIdx && S.Index == Dim)
      Thread += Factor;
    else if (S.Kind == SymbolKind::Counter)
      Steps.push_back(Factor);
  });
  for (int64_t Step : Steps)
    if (Thread > 0 && Step > Thread && Step % Thread == 0 && Step / Thread <= MaxLength &&
        !llvm::is_contained(To, Step / Thread) && To.size() < MaxSteps)
      To.push_back(Step / Thread);
}

llvm::SmallVector<unsigned, 3> cudafix::blockSteps(const Kernel &K, unsigned Dim) {
  llvm::SmallVector<unsigned, 3> Found;
  llvm::DenseSet<Expr> Seen;
  llvm::SmallVector<Expr, 32> Work;
  for (const Access &A : K.Accesses)
    Work.append({A.Offset, A.Guard});
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Work.push_back(E.Cond);
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!E || !Seen.insert(E).second)
      continue;
    // A whole sum only locates memory: `i * 1024 + threadIdx.x` steps from row to row.
    const bool IsPart = E->op() == Op::Add || E->op() == Op::Sub || E->op() == Op::Mul ||
                        E->op() == Op::SExt || E->op() == Op::ZExt;
    for (Expr Part : E->args()) {
      if (!IsPart)
        addSteps(*K.Ctx, Part, Dim, Found);
      Work.push_back(Part);
    }
  }
  return Found;
}

bool cudafix::tellsApart(const Kernel &K, unsigned Dim) {
  const Expr Index = K.Ctx->threadIdx(Dim);
  auto Asks = [&](Expr E) { return E && ExprContext::any(E, [&](Expr N) { return N == Index; }); };
  auto Decides = [&](const Edge &E) { return Asks(E.Cond); };
  return K.UsesDim[Dim] &&
         (llvm::any_of(
              K.Accesses,
              [&](const Access &A) { return Asks(A.Offset) || Asks(A.Guard) || Asks(A.Value); }) ||
          llvm::any_of(K.Nodes, [&](const Node &N) { return llvm::any_of(N.Succs, Decides); }));
}

IndexUse cudafix::useOfIndex(const Kernel &K, unsigned Dim) {
  const ExprContext &C = *K.Ctx;
  bool Ranks = false, Others = false;
  llvm::DenseSet<std::pair<Expr, unsigned>> Seen;
  llvm::SmallVector<std::pair<Expr, unsigned>, 32>
      Work; // each term, and whether a product of block dimensions scales it
  auto Add = [&](Expr E, bool Scaled) {
    if (E && Seen.insert({E, Scaled}).second)
      Work.push_back({E, Scaled});
  };
  auto IsOf = [&](Expr E, SymbolKind Kind) {
    return E->op() == Op::Apply && C.symbol(E->symbol()).Kind == Kind;
  };
  for (const Access &A : K.Accesses)
    for (Expr E : {A.Offset, A.Guard, A.Value})
      Add(E, false);
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Add(E.Cond, false);
  while (!Work.empty() && !Others) {
    auto [E, Scaled] = Work.pop_back_val();
    if (IsOf(E, SymbolKind::ThreadIdx) && C.symbol(E->symbol()).Index == Dim)
      (Scaled ? Ranks : Others) = true;
    bool Widths = E->op() == Op::Mul && llvm::any_of(E->args(), [&](Expr F) {
                    return ExprContext::all(F, [&](Expr N) {
                      return N->op() == Op::Mul || IsOf(N, SymbolKind::BlockDim);
                    });
                  });
    for (Expr Part : E->args())
      Add(Part, Widths || (E->op() == Op::Add && Scaled));
  }
  return Others ? IndexUse::Other : Ranks ? IndexUse::Ranks : IndexUse::None;
}

bool cudafix::isForLine(const Kernel &K) {
  auto IsThread = [&](Expr E) {
    return E->op() == Op::Apply && K.Ctx->symbol(E->symbol()).Kind == SymbolKind::ThreadIdx;
  };
  auto ChoosesX = [&](Expr E) {
    return E->op() == Op::Eq && E->arg(0) == K.Ctx->threadIdx(0) && E->arg(1)->isConst();
  };
  auto ActsAt = [&](NodeId N) {
    return llvm::any_of(K.Accesses, [&](const Access &A) {
      return A.Node == N && !ExprContext::any(A.Offset, IsThread);
    });
  };
  auto Elects = [&](const Edge &E) {
    return E.Cond && ExprContext::any(E.Cond, ChoosesX) && ActsAt(E.To);
  };
  return useOfIndex(K, 1) != IndexUse::Other && useOfIndex(K, 2) != IndexUse::Other &&
         llvm::any_of(K.Nodes, [&](const Node &N) { return llvm::any_of(N.Succs, Elects); });
}

bool cudafix::isForPlane(const Kernel &K) {
  return useOfIndex(K, 1) == IndexUse::Other && useOfIndex(K, 2) != IndexUse::Other;
}
