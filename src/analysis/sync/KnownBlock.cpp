// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/KnownBlock.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Threads of the largest block (CUDA C++ Programming Guide, "Compute Capabilities").
static constexpr uint64_t MostThreads = 1024;

KnownBlock::KnownBlock(const Kernel &K, const Launch &L) : K(K) {
  uint64_t Product = 1;
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D] ? L.Block[D]->isConst() : !K.UsesDim[D])
      Shape[D] = L.Block[D] ? L.Block[D]->value() : 1;
    Product *= std::min(Shape[D], MostThreads + 1);
  }
  if (Product <= MostThreads)
    Threads = Product;
}

std::optional<uint64_t> KnownBlock::valueFor(Expr E, unsigned Thread) const {
  if (Threads == 0)
    return std::nullopt;
  const ExprContext &C = *K.Ctx;
  const uint64_t Own[3] = {Thread % Shape[0], Thread / Shape[0] % Shape[1],
                           Thread / Shape[0] / Shape[1]};
  return C.evaluate(E, [&](Expr A, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    const Symbol &S = C.symbol(A->symbol());
    if (S.Kind == SymbolKind::ThreadIdx)
      return Own[S.Index];
    return S.Kind == SymbolKind::BlockDim ? std::optional(Shape[S.Index]) : std::nullopt;
  });
}
