// SPDX-License-Identifier: Apache-2.0
#include "cost/Layout.h"

using namespace cudafix;
using namespace cudafix::cost;
using analysis::WarpSize;

SymbolId Layout::fresh(llvm::StringRef Name, Uniformity Level, int64_t Lo, int64_t Hi) {
  Symbol S;
  S.Kind = SymbolKind::Fresh;
  S.Level = Level;
  S.Name = Name.str();
  S.Lo = Lo;
  S.Hi = Hi;
  return K.Ctx->addSymbol(S);
}

/// A new symbol for the warp's number in one direction.
Formula Layout::warpSymbol(llvm::StringRef Name, unsigned Dim, const Formula &Count) {
  SymbolId S = fresh(Name, Uniformity::Warp, 0, 1023);
  WarpOf.push_back({S, Count});
  F.setRange(S, {Formula(0), Count - Formula(1)});
  Put[Dim] = K.Ctx->apply(S);
  return F.symbol(S);
}

Formula Layout::laneSymbol(llvm::StringRef Name, const Formula &Count) {
  SymbolId S = fresh(Name, Uniformity::Thread, 0, 1023);
  Lanes.push_back(S);
  F.setRange(S, {Formula(0), Count - Formula(1)});
  return F.symbol(S);
}

Layout::Layout(const Kernel &K, const Launch &L, Formulas &F) : K(K), Known(K, L), F(F) {
  ExprContext &C = *K.Ctx;
  std::optional<uint64_t> Size[3];
  for (unsigned D = 0; D < 3; ++D) {
    Size[D] = Known.block(D);
    SymbolId B = C.blockDim(D)->symbol(), G = C.gridDim(D)->symbol();
    F.setRange(B, {Formula(1), Formula(D == 2 ? 64 : 1024)});
    F.setRange(G, {Formula(1), std::nullopt});
    Grid[D] = Known.grid(D) ? Formula(*Known.grid(D)) : F.symbol(G);
    if (!Known.grid(D) && !K.UsesGridDim[D] && D > 0) {
      Grid[D] = Formula(1);
      OneRow = true;
    }
    SymbolId Index = C.blockIdx(D)->symbol();
    BlockOf.push_back({Index, Grid[D]});
    F.setRange(Index, {Formula(0), Grid[D] - Formula(1)});
  }
  if (!Size[1] && !Size[2] && !K.UsesDim[1] && !K.UsesDim[2]) {
    Size[1] = Size[2] = 1;
    OneRow = true;
  } else if (!Size[2] && !K.UsesDim[2]) {
    Size[2] = 1;
    OneRow = true;
  }
  for (unsigned D = 0; D < 3; ++D) {
    Block[D] = Size[D] ? Formula(*Size[D]) : F.symbol(C.blockDim(D)->symbol());
    Width[D] = Size[D] ? C.constant(*Size[D], 32)
                       : C.apply(fresh(C.symbol(C.blockDim(D)->symbol()).Name, Uniformity::Launch,
                                       1, D == 2 ? 64 : 1024));
  }
  Warps = F.quotientUp(Block[0] * Block[1] * Block[2], Formula(WarpSize));
  if (Size[0] && Size[1] && Size[2]) {
    Exact.emplace();
    for (unsigned D = 0; D < 3; ++D)
      Exact->Block[D] = *Size[D];
  }
  auto Scaled = [&](Expr W, unsigned By, unsigned Dim) {
    return C.add(C.mul(W, C.constant(By, 32), NSW | NUW), C.threadIdx(Dim), NSW | NUW);
  };
  if (Size[1] == 1u && Size[2] == 1u) {
    KnowsLanes = true;
    unsigned Row = Size[0] ? std::min<uint64_t>(*Size[0], WarpSize) : WarpSize;
    Any.Block = {Row, 1, 1};
    WholeRows = Size[0] && (*Size[0] % WarpSize == 0 || *Size[0] < WarpSize);
    Formula Lane = laneSymbol("lane", Formula(Row));
    Thread[0] = Lane;
    if (!Size[0] || *Size[0] > WarpSize) {
      Thread[0] = warpSymbol("warp", 0, Warps) * Formula(WarpSize) + Lane;
      Put[0] = Scaled(Put[0], WarpSize, 0);
    }
    return;
  }
  if (Size[0] && *Size[0] % WarpSize == 0) {
    KnowsLanes = WholeRows = true;
    Any.Block = {WarpSize, 1, 1};
    Thread[0] = laneSymbol("lane", Formula(WarpSize));
    if (*Size[0] > WarpSize) {
      Thread[0] += warpSymbol("warp", 0, Formula(*Size[0] / WarpSize)) * Formula(WarpSize);
      Put[0] = Scaled(Put[0], WarpSize, 0);
    }
    for (unsigned D : {1u, 2u})
      if (Size[D] == 1u) {
        Put[D] = C.constant(0, 32);
      } else {
        Thread[D] = warpSymbol(D == 1 ? "row" : "plane", D, Block[D]);
      }
    return;
  }
  if (Size[0] && WarpSize % *Size[0] == 0 && Size[2] == 1u) {
    KnowsLanes = true;
    unsigned Rows = WarpSize / *Size[0];
    if (Size[1] && *Size[1] < Rows)
      Rows = *Size[1];
    WholeRows = Size[1] && *Size[1] % Rows == 0;
    Any.Block = {unsigned(*Size[0]), Rows, 1};
    Thread[0] = laneSymbol("column", Formula(*Size[0]));
    Thread[1] = laneSymbol("row", Formula(Rows));
    Put[2] = C.constant(0, 32);
    if (!Size[1] || *Size[1] > Rows) {
      Thread[1] += warpSymbol("warp", 1, Warps) * Formula(Rows);
      Put[1] = Scaled(Put[1], Rows, 1);
    }
    return;
  }
  // The lanes of a warp may be any threads of the block.
  Any.Block = {WarpSize, 1, 1};
  static constexpr const char *Names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
  for (unsigned D = 0; D < 3; ++D) {
    Thread[D] = laneSymbol(Names[D], Block[D]);
    Put[D] = C.apply(Lanes.back());
  }
}

void Layout::setGrid(const Formula &Symbol, const Formula &Size) {
  for (unsigned D = 0; D < 3; ++D) {
    SymbolId G = K.Ctx->gridDim(D)->symbol();
    if (Symbol != F.symbol(G) || Grid[D] != Symbol || F.mentions(Size, G))
      continue;
    Grid[D] = BlockOf[D].Count = Size;
    F.setRange(BlockOf[D].Symbol, {Formula(0), Size - Formula(1)});
  }
}

Expr Layout::forAny(Expr E) const {
  return K.Ctx->replace(E, [&](Expr A) {
    const Symbol &S = K.Ctx->symbol(A->symbol());
    if (S.Kind == SymbolKind::ThreadIdx)
      return Put[S.Index];
    if (S.Kind == SymbolKind::BlockDim)
      return Width[S.Index];
    return Expr();
  });
}

bool Layout::dependsOnThread(Expr E) const {
  return ExprContext::any(E, [&](Expr N) {
    return N->op() == Op::Apply && K.Ctx->symbol(N->symbol()).Kind == SymbolKind::ThreadIdx;
  });
}
