// SPDX-License-Identifier: Apache-2.0
//
// Which threads the lanes of a warp are (CUDA C++ Programming Guide, "Thread Hierarchy": x varies
// fastest) in the block of the launch, or in a customary block if that is not known.
#pragma once

#include "analysis/flow/Phases.h"
#include "model/Launch.h"
#include <array>

namespace cudafix::analysis {

struct WarpShape {
  std::array<unsigned, 3> Block{1, 1, 1};
  bool Assumed = false; ///< the launch does not give the size; it is a customary one

  unsigned threads() const { return Block[0] * Block[1] * Block[2]; }
  unsigned warps() const { return (threads() + WarpSize - 1) / WarpSize; }
  /// Lanes of a warp that are threads of the block.
  unsigned lanes(unsigned Warp) const { return std::min(WarpSize, threads() - Warp * WarpSize); }
  unsigned index(unsigned Warp, unsigned Lane, unsigned Dim) const {
    unsigned T = Warp * WarpSize + Lane;
    return Dim == 0 ? T % Block[0] : Dim == 1 ? T / Block[0] % Block[1] : T / Block[0] / Block[1];
  }
};

/// Values of parameters and dimensions that a launch fixes.
class LaunchConstants {
public:
  /// `Ones`: parameters that are assumed to be 1 unless the launch says otherwise.
  LaunchConstants(const Kernel &K, const Launch &L, llvm::ArrayRef<SymbolId> Ones = {});
  /// The term with all fixed values substituted.
  Expr in(Expr E) const;
  /// Null when the launch does not fix it.
  std::optional<uint64_t> block(unsigned Dim) const { return Block[Dim]; }
  std::optional<uint64_t> grid(unsigned Dim) const { return Grid[Dim]; }
  std::optional<uint64_t> value(SymbolId S) const;
  /// The lower bound that the launch's facts give for a parameter.
  std::optional<int64_t> atLeast(SymbolId S) const;

private:
  ExprContext &C;
  std::map<SymbolId, uint64_t> Known;
  std::map<SymbolId, int64_t> Least;
  std::array<std::optional<uint64_t>, 3> Block, Grid;
};

/// The block of a launch; if it is not known, the customary block that keeps subscripts of shared
/// arrays within their extents and coalesces best.
WarpShape warpShape(const Kernel &K, const LaunchConstants &Known);

} // namespace cudafix::analysis
