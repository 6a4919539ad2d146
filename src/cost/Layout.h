// SPDX-License-Identifier: Apache-2.0
//
// Which threads the lanes of any warp of a block are, as terms and as formulas over the number of
// the warp: of blocks whose size is known, and of blocks of one row.
#pragma once

#include "analysis/footprint/WarpShape.h"
#include "cost/Formula.h"

namespace cudafix::cost {

/// A symbol that is counted over: 0, 1, ..., Count - 1.
struct Counted {
  SymbolId Symbol;
  Formula Count;
};

class Layout {
public:
  Layout(const Kernel &K, const Launch &L, Formulas &F);

  const Kernel &K;
  analysis::LaunchConstants Known;
  Formula Block[3], Grid[3], Thread[3];
  Formula Warps;                ///< of a block
  std::vector<SymbolId> Lanes;  ///< symbols that differ between the lanes of a warp
  std::vector<Counted> WarpOf;  ///< symbols that number the warps of a block; may be empty
  std::vector<Counted> BlockOf; ///< blockIdx
  bool OneRow =
      false; ///< taken for granted of dimensions that the kernel does not read: they are 1
  bool KnowsLanes = false;                  ///< false: the lanes' indices have no known relation
  bool WholeRows = false;                   ///< every warp is full and its lanes are as in `Any`
  std::optional<analysis::WarpShape> Exact; ///< the block, where the launch fixes it
  analysis::WarpShape Any; ///< one warp that stands for all, with terms from `forAny`

  /// The grid's size in the dimension that `Symbol` is; nothing where it is none.
  void setGrid(const Formula &Symbol, const Formula &Size);
  /// The term for any warp: thread indices as sums of the warp's part and the lane's.
  Expr forAny(Expr E) const;
  /// Values of dimensions put in, for warps of `Exact`.
  bool dependsOnThread(Expr E) const;

private:
  SymbolId fresh(llvm::StringRef Name, Uniformity Level, int64_t Lo, int64_t Hi);
  Formula warpSymbol(llvm::StringRef Name, unsigned Dim, const Formula &Count);
  Formula laneSymbol(llvm::StringRef Name, const Formula &Count);

  Formulas &F;
  Expr Put[3];   ///< for threadIdx in `forAny`; null: stays
  Expr Width[3]; ///< for blockDim
};

} // namespace cudafix::cost
