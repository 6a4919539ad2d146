// SPDX-License-Identifier: Apache-2.0
//
// Which threads of a block the lanes of a warp are, as terms and as formulas over the warp's
// number: for blocks of known size, and for blocks of one row.
#pragma once

#include "analysis/footprint/WarpShape.h"
#include "cost/Formula.h"

namespace cudafix::cost {

/// A symbol that takes the values 0, 1, ..., Count - 1.
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
  Formula Warps;                ///< number of warps in a block
  std::vector<SymbolId> Lanes;  ///< symbols that differ between the lanes of a warp
  std::vector<Counted> WarpOf;  ///< symbols that number the warps of a block; may be empty
  std::vector<Counted> BlockOf; ///< blockIdx
  bool OneRow = false;          ///< dimensions that the kernel does not read were assumed to be 1
  bool KnowsLanes = false;      ///< false: the lanes' indices have no known relation
  bool WholeRows = false;       ///< every warp is full and its lanes are as in `Any`
  std::optional<analysis::WarpShape> Exact; ///< the block, where the launch fixes it
  analysis::WarpShape Any; ///< one warp that stands for all; its terms come from `forAny`

  /// If `Symbol` is a grid dimension, sets its size; does nothing otherwise.
  void setGrid(const Formula &Symbol, const Formula &Size);
  /// The term for any warp: a thread index becomes the sum of the warp's part and the lane's part.
  Expr forAny(Expr E) const;
  /// Returns true if the term reads `threadIdx`.
  bool dependsOnThread(Expr E) const;

private:
  SymbolId fresh(llvm::StringRef Name, Uniformity Level, int64_t Lo, int64_t Hi);
  Formula warpSymbol(llvm::StringRef Name, unsigned Dim, const Formula &Count);
  Formula laneSymbol(llvm::StringRef Name, const Formula &Count);

  Formulas &F;
  Expr Put[3];   ///< what `forAny` puts for threadIdx; null: leaves it
  Expr Width[3]; ///< the same for blockDim
};

} // namespace cudafix::cost
