// SPDX-License-Identifier: Apache-2.0

#include "analysis/footprint/WarpShape.h"
#include "model/BlockSteps.h"
#include "model/Customary.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

LaunchConstants::LaunchConstants(const Kernel &K, const Launch &L, llvm::ArrayRef<SymbolId> Ones)
    : C(*K.Ctx) {
  auto IsSymbol = [](Expr E) { return E->op() == Op::Apply && E->args().empty(); };
  for (const Fact &F : L.Facts) {
    Expr E = F.Cond;
    if (E->args().size() != 2)
      continue;
    Expr A = E->arg(0), B = E->arg(1);
    if (E->op() == Op::Eq && IsSymbol(A) && B->isConst())
      Known[A->symbol()] = B->value();
    if ((E->op() == Op::Slt || E->op() == Op::Sle) && A->isConst() && IsSymbol(B))
      Least[B->symbol()] = A->signedValue() + (E->op() == Op::Slt);
  }
  for (SymbolId One : Ones)
    Known.try_emplace(One, 1);
  for (unsigned D = 0; D < 3; ++D) {
    auto Fixed = [&](Expr E) -> std::optional<uint64_t> {
      E = E ? in(E) : E;
      return E && E->isConst() ? std::optional(E->value()) : std::nullopt;
    };
    Block[D] = Fixed(L.Block[D]);
    Grid[D] = Fixed(L.Grid[D]);
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (Block[D])
      Known[C.blockDim(D)->symbol()] = *Block[D];
    if (Grid[D])
      Known[C.gridDim(D)->symbol()] = *Grid[D];
    if (Grid[D] == 1u)
      Known[C.blockIdx(D)->symbol()] = 0;
  }
}

Expr LaunchConstants::in(Expr E) const {
  return C.replace(E, [&](Expr A) {
    auto It = Known.find(A->symbol());
    return It == Known.end() ? Expr() : C.constant(It->second, A->width());
  });
}

std::optional<uint64_t> LaunchConstants::value(SymbolId S) const {
  auto It = Known.find(S);
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}

std::optional<int64_t> LaunchConstants::atLeast(SymbolId S) const {
  auto It = Least.find(S);
  return It == Least.end() ? std::nullopt : std::optional(It->second);
}

/// Returns true if every thread of the block indexes shared arrays within their extents, as far as
/// the thread's index alone determines that.
static bool fits(const Kernel &K, const LaunchConstants &Known, const WarpShape &Shape) {
  for (const Access &A : K.Accesses) {
    if (!A.InBounds || K.array(A.Array).Where != Space::Shared)
      continue;
    Expr In = Known.in(A.InBounds);
    for (unsigned T = 0; T < Shape.threads(); ++T) {
      auto V = K.Ctx->evaluate(In, [&](Expr E, llvm::ArrayRef<uint64_t>) {
        const Symbol &S = K.Ctx->symbol(E->symbol());
        if (S.Kind == SymbolKind::ThreadIdx)
          return std::optional<uint64_t>(Shape.index(T / WarpSize, T % WarpSize, S.Index));
        if (S.Kind == SymbolKind::BlockDim)
          return std::optional<uint64_t>(Shape.Block[S.Index]);
        return std::optional<uint64_t>();
      });
      if (V && !*V)
        return false;
    }
  }
  return true;
}

static llvm::ArrayRef<CustomaryBlock> blocksOf(unsigned Dims) {
  if (Dims == 1)
    return CustomaryLines;
  return Dims == 2 ? llvm::ArrayRef(CustomaryPlanes) : llvm::ArrayRef(CustomaryCubes);
}

WarpShape cudafix::analysis::warpShape(const Kernel &K, const LaunchConstants &Known) {
  WarpShape Given;
  unsigned Dims = 1;
  for (unsigned D = 0; D < 3; ++D) {
    bool Open = !Known.block(D) && (D == 0 || tellsApart(K, D));
    Given.Block[D] = Known.block(D).value_or(1);
    Given.Assumed |= Open;
    if (Open || Given.Block[D] > 1)
      Dims = D + 1;
  }
  if (!Given.Assumed)
    return Given;
  std::optional<WarpShape> First;
  for (const auto &[Block, Excuses, Asked] : blocksOf(Dims)) {
    WarpShape S = Given;
    for (unsigned D = 0; D < 3; ++D)
      S.Block[D] = Known.block(D).value_or(Block[D]);
    if (S.threads() > K.MaxThreads)
      continue;
    if (fits(K, Known, S))
      return S;
    if (!First)
      First = S;
  }
  return First.value_or(Given);
}
