// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/PossibleBlocks.h"
#include "model/Clusters.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::cli {

using llvm::BitVector;

constexpr unsigned LargestBlock = 1024, WarpSize = 32;

/// The smallest one-dimensional block in which some thread runs each part of the kernel's code, so
/// that no part (for example, one for the second warp) is dead.
static unsigned leastBlock(const Kernel &K) {
  const ExprContext &C = *K.Ctx;
  BitVector Reached(K.Nodes.size());
  unsigned Least = 1;
  for (unsigned T = 0; T < K.MaxThreads; ++T) {
    auto IsTaken = [&](const Edge &E) {
      return !E.Cond ||
             C.evaluate(E.Cond, [&](Expr A, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
                const Symbol &S = C.symbol(A->symbol());
                if (S.Kind != SymbolKind::ThreadIdx)
                  return std::nullopt;
                return S.Index ? 0 : T;
              }).value_or(1);
    };
    BitVector Own(K.Nodes.size());
    llvm::SmallVector<NodeId, 16> Work{0};
    while (!Work.empty()) {
      const NodeId N = Work.pop_back_val();
      if (Own.test(N))
        continue;
      Own.set(N);
      for (const Edge &E : K.Nodes[N].Succs)
        if (IsTaken(E))
          Work.push_back(E.To);
    }
    if (Own.test(Reached)) {
      Least = T + 1;
      Reached |= Own;
    }
  }
  return Least;
}

std::vector<unsigned> possibleBlocks(const Kernel &K, const Launch &L) {
  if (L.Block[0] || !K.UsesDim[0] || (usesClusters(K) && !clusterOf(K, L)))
    return {};
  for (unsigned D : {1, 2})
    if (L.Block[D] ? !L.Block[D]->isConst() || L.Block[D]->value() != 1 : K.UsesDim[D])
      return {};
  std::vector<unsigned> Sizes;
  const unsigned Least = leastBlock(K);
  auto Add = [&](unsigned Size) {
    if (Size >= Least && Size <= K.MaxThreads && !llvm::is_contained(Sizes, Size))
      Sizes.push_back(Size);
  };
  if (K.MaxThreads < LargestBlock)
    Add(K.MaxThreads); // kernels with launch bounds are usually launched with that size
  for (unsigned Usual : {256, 128, 384, 160, 288, 512})
    Add(Usual);
  for (unsigned Size = WarpSize; Size <= LargestBlock; Size += WarpSize)
    Add(Size);
  return Sizes;
}

} // namespace cudafix::cli
