// SPDX-License-Identifier: Apache-2.0
//
// What one execution of an access or a branch costs a warp, at most and at least: one value for all
// warps where possible, else a value for each warp of the block. Arrays that the host allocates are
// assumed to begin at multiples of 256 bytes.
#pragma once

#include "analysis/flow/Flow.h"
#include "analysis/footprint/LaneValues.h"
#include "cost/Layout.h"

namespace cudafix::cost {

/// One value for each warp of the block, or a single value for all warps.
using ByWarp = std::vector<int64_t>;

/// What one execution costs. Data: the lanes' addresses depend on data; the worst case is assumed.
struct LaneCost {
  ByWarp Most{0}, Least{0};
  bool Data = false;
};

/// Values of loop counters while the iterations are counted one by one.
using Iterations = std::map<SymbolId, uint64_t>;

/// Evaluates terms for the lanes of warps and counts requests, bank passes and divergence.
class LaneCosts {
public:
  LaneCosts(const Layout &L, const Launch &Of, const analysis::FlowInfo &Flow);

  /// Sectors of global memory that a request of `Size` bytes touches; one instruction accesses
  /// `Piece` bytes of them.
  LaneCost sectors(const Access &A, int64_t Size, unsigned Piece, const Iterations &At);
  /// Passes over the banks of shared memory that a request needs after the first pass.
  LaneCost conflicts(const Access &A, int64_t Size, unsigned Piece, const Iterations &At);
  /// 1 if lanes may take different edges, else 0.
  LaneCost splits(const Node &N, const Iterations &At);
  /// 1 if a lane of the warp may come to the node, else 0.
  LaneCost reaches(NodeId N, const Iterations &At);
  /// A 1-bit condition that holds for every lane that comes to the node.
  Expr mayReach(NodeId N) const { return Maybe[N]; }
  /// Returns true if all lanes of a warp have the same value.
  bool isUniform(Expr E, const Iterations &At);

private:
  struct Lanes {
    uint32_t May = 0, Must = 0; ///< masks of the lanes that may, and must, take part
    analysis::LaneForms Where{};
    analysis::LaneValues *Values = nullptr; ///< values of the terms in this warp
    bool OfAny = false;                     ///< `Values` are those of an arbitrary warp
  };
  /// Conditions under which a lane may come to a node, and under which it surely does.
  struct Guards {
    Expr May, Must;
  };
  using Range = std::pair<int64_t, int64_t>; ///< most, then least
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

  /// Beyond this number of evaluated terms, warps are no longer looked at one by one.
  static constexpr unsigned MaxWork = 60000;
  /// Beyond this number, the worst case is assumed.
  static constexpr unsigned MostWork = 150000;
  const Layout &L;
  const Launch &Of;
  const Kernel &K;
  ExprContext &C;
  const analysis::FlowInfo &Flow;
  analysis::LaneTerms T;
  std::unique_ptr<analysis::LaneValues> Any;
  std::vector<std::unique_ptr<analysis::LaneValues>> Each;
  std::map<SymbolId, Expr> AnyTurn; ///< stand-ins for the counters of loops that halve or double
  /// By node: `Maybe` holds for lanes that may come; those that stay in every loop and satisfy
  /// `Sure` do.
  std::vector<Expr> Maybe, Sure;
  unsigned Work = 0;
};

} // namespace cudafix::cost
