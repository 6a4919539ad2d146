// SPDX-License-Identifier: Apache-2.0
#include "cost/Activity.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;
using analysis::WarpSize;

/// Returns true if the formula's value differs between threads of a block.
bool Activities::moves(const Formula &X) const {
  return llvm::any_of(L.Lanes, [&](SymbolId S) { return F.mentions(X, S); }) ||
         llvm::any_of(L.WarpOf, [&](const Counted &S) { return F.mentions(X, S.Symbol); });
}

std::optional<Activities::Comparison> Activities::read(Expr Cond) {
  if (!L.KnowsLanes || L.Block[1] != Formula(1) || L.Block[2] != Formula(1))
    return std::nullopt;
  bool Strict = Cond->op() == Op::Slt || Cond->op() == Op::Ult;
  bool Loose = Cond->op() == Op::Sle || Cond->op() == Op::Ule;
  if (!Strict && !Loose && Cond->op() != Op::Eq)
    return std::nullopt;
  Bounds A = T.of(Cond->arg(0)), B = T.of(Cond->arg(1));
  if (!A.exact() || !B.exact())
    return std::nullopt;
  SymbolId Block = C.blockIdx(0)->symbol();
  Formula InBlock = L.Thread[0], InGrid = L.Block[0] * F.symbol(Block) + L.Thread[0];
  Formula D = *A.Lo - *B.Lo;
  for (bool OfGrid : {true, false})
    for (bool Left : {true, false}) {
      const Formula &Index = OfGrid ? InGrid : InBlock;
      // Index - Limit, or Limit - Index.
      Formula Limit = Left ? Index - D : D + Index;
      if (moves(Limit) || (OfGrid && F.mentions(Limit, Block)))
        continue;
      if (Cond->op() == Op::Eq)
        return Comparison{Comparison::Kind::Equal, OfGrid, Limit};
      return Comparison{Left ? Comparison::Kind::Below : Comparison::Kind::Above, OfGrid,
                        Left && Loose ? Limit + Formula(1) : Limit};
    }
  return std::nullopt;
}

std::optional<Activity> Activities::holding(Expr Cond) {
  if (Cond->op() == Op::And && Cond->width() == 1) {
    std::optional<Activity> Best;
    for (Expr A : Cond->args())
      if (auto One = holding(A); One && (!Best || F.isNonNegative(Best->Grid - One->Grid)))
        Best = One;
    return Best;
  }
  auto Is = read(Cond);
  if (!Is || Is->What == Comparison::Kind::Above)
    return std::nullopt;
  Formula Blocks = L.Grid[0] * L.Grid[1] * L.Grid[2];
  Formula Rows = L.Grid[1] * L.Grid[2];
  if (Is->What == Comparison::Kind::Equal)
    return Activity{Formula(1), Is->OfGrid ? Rows : Blocks, Cond};
  for (SymbolId S : F.symbols(Is->Limit)) // a loop's iteration number has no formula here
    if (C.symbol(S).Kind == SymbolKind::Counter)
      return std::nullopt;
  Formula Some = F.quotientUp(F.max(Formula(0), Is->Limit), Formula(WarpSize));
  if (!Is->OfGrid) {
    Formula InBlock = F.min(L.Warps, Some);
    bool Moves = F.mentions(InBlock, C.blockIdx(0)->symbol());
    return Moves ? std::nullopt : std::optional(Activity{InBlock, InBlock * Blocks, Cond});
  }
  auto Size = L.Block[0].constant();
  if (!Size || Size->N % WarpSize) {
    // All warps of the blocks that begin below the limit.
    Formula Whole = F.quotientUp(F.max(Formula(0), Is->Limit), L.Block[0]);
    return Activity{L.Warps, F.min(L.Grid[0], Whole) * L.Warps * Rows, Cond};
  }
  return Activity{L.Warps, F.min(L.Warps * L.Grid[0], Some) * Rows, Cond};
}

/// Threads are numbered without gaps, so only the warp around the limit can split.
std::optional<Activity> Activities::splitBy(Expr Cond) {
  if (Cond->op() == Op::Xor && Cond->width() == 1)
    for (unsigned I : {0, 1})
      if (Cond->arg(I)->isTrue())
        return splitBy(Cond->arg(1 - I));
  auto Is = read(Cond);
  if (!Is)
    return std::nullopt;
  Formula Rows = L.Grid[1] * L.Grid[2];
  return Activity{Formula(1), Is->OfGrid ? Rows : L.Grid[0] * Rows, Cond};
}
