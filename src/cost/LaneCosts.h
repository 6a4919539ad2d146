// SPDX-License-Identifier: Apache-2.0
//
// What one execution of an access or a branch costs a warp, at most and at least: for all warps
// alike where that can be told, else for each warp of the block. Arrays that the host allocates
// are taken to begin at multiples of 256 bytes.
#pragma once

#include "analysis/flow/Flow.h"
#include "analysis/footprint/LaneValues.h"
#include "cost/Layout.h"

namespace cudafix::cost {

/// By warp of the block, or one value for all warps.
using ByWarp = std::vector<int64_t>;

/// What an execution costs. Data: lanes' places depend on data, and the worst is taken.
struct LaneCost {
  ByWarp Most{0}, Least{0};
  bool Data = false;
};

/// Values that counters of loops have while their iterations are gone through one by one.
using Iterations = std::map<SymbolId, uint64_t>;

class LaneCosts {
public:
  LaneCosts(const Layout &L, const Launch &Of, const analysis::FlowInfo &Flow);

  /// Sectors of global memory that a request for `Size` bytes touches, of which `Piece` are
  /// accessed at once.
  LaneCost sectors(const Access &A, int64_t Size, unsigned Piece, const Iterations &At);
  /// Passes over the banks of shared memory beyond the first.
  LaneCost conflicts(const Access &A, int64_t Size, unsigned Piece, const Iterations &At);
  /// 1 where lanes may take different edges.
  LaneCost splits(const Node &N, const Iterations &At);
  /// 1 where a lane of the warp may come there.
  LaneCost reaches(NodeId N, const Iterations &At);
  /// 1 bit: holds for lanes that come there.
  Expr mayReach(NodeId N) const { return Maybe[N]; }
  /// Returns true if all lanes of a warp have the same value.
  bool isUniform(Expr E, const Iterations &At);

private:
  struct Lanes {
    uint32_t May = 0, Must = 0; ///< that take part
    analysis::LaneForms Where{};
    analysis::LaneValues *Values = nullptr; ///< of the warp
    bool OfAny = false;                     ///< `Values` are those of any warp
  };
  /// Conditions under which a lane may come to a node, and under which it does.
  struct Guards {
    Expr May, Must;
  };
  using Range = std::pair<int64_t, int64_t>; ///< most and least
  using Measure = llvm::function_ref<Range(const Lanes &)>;
  Range overCases(analysis::LaneValues &V, Guards Guard, Expr Where, int64_t Worst, Measure Of);
  Guards guardsOf(NodeId N, Expr Further, const Iterations &At) const;
  Guards forAny(Guards G) const { return {L.forAny(G.May), L.forAny(G.Must)}; }
  std::vector<Expr> findReached(bool Stay) const;
  LaneCost measure(Guards Guard, Expr Where, int64_t Worst, Measure Of, const Iterations &At,
                   bool *Data = nullptr);
  /// What a request of the access costs, at most `Worst`.
  LaneCost costOf(const Access &A, int64_t Worst, Measure One, const Iterations &At);
  Expr at(Expr E, const Iterations &At) const;
  analysis::LaneValues &any();
  analysis::LaneValues &warp(unsigned W);
  bool beginsAligned(const Access &A) const;
  Range sectorsOf(const Lanes &Of, unsigned Piece, int64_t Size, bool Aligned);
  Range conflictsOf(const Lanes &Of, unsigned Piece, int64_t Size);
  Range splitsOf(const Node &N, const Lanes &In, const Iterations &At);

  /// Values of terms that are worked out, warp by warp, before only all warps alike are looked at.
  static constexpr unsigned MaxWork = 60000;
  /// Beyond, the worst is taken.
  static constexpr unsigned MostWork = 150000;
  const Layout &L;
  const Launch &Of;
  const Kernel &K;
  ExprContext &C;
  const analysis::FlowInfo &Flow;
  analysis::LaneTerms T;
  std::unique_ptr<analysis::LaneValues> Any;
  std::vector<std::unique_ptr<analysis::LaneValues>> Each;
  std::map<SymbolId, Expr> AnyTurn; ///< for the counters of loops that halve or double
  /// By node: lanes may come there; those that stay in every loop do.
  std::vector<Expr> Maybe, Sure;
  unsigned Work = 0;
};

} // namespace cudafix::cost
