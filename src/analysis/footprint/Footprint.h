// SPDX-License-Identifier: Apache-2.0
//
// Lane footprints: for each access of a kernel under one launch, where the lanes of a warp
// access memory relative to each other, and what their requests cost.
#pragma once

#include "analysis/footprint/Requests.h"

namespace cudafix::analysis {

/// How far the distances between lanes are known, from well to badly.
enum class Pattern : uint8_t {
  Exact,     ///< constant numbers
  Strided,   ///< polynomials in values all lanes share (a row length): lanes with such a
             ///< distance are taken to lie apart
  Unknown,   ///< a function of the lane that is not understood
  Irregular, ///< they depend on a lane's own data
};

struct Footprint {
  AccessId Access = NoId;
  Pattern Shape = Pattern::Exact;
  /// Holds for the usual position or block size only, not for all.
  bool Assumed = false;
  RequestCost Worst;    ///< the request that wastes most
  RequestCost Total;    ///< of all warps of a block, over all cases
  unsigned Cases = 0;   ///< number of (warp, case) pairs in `Total`
  unsigned Warps = 0;   ///< of a block
  unsigned Lanes = 0;   ///< most active lanes of a request
  bool Aligned = false; ///< where the lanes stand in a sector is known, too
  /// Distance between most neighbouring lanes that do not access one place.
  std::optional<LaneForm> Stride;
  std::string StrideText; ///< in bytes; empty: neighbours lie irregularly
  /// From which value of its unknowns on each lane has a sector of its own: "n >= 8".
  std::string StrideFrom;
  /// Lanes before that distance is broken: the width of a row of a 2-D block.
  unsigned Run = 0;
  Expr Data; ///< Irregular: what the position depends on
  /// A loop around the access in which each lane walks on by less than a sector.
  LoopId Walk = NoId;
  double Executions = 1; ///< turns of the loops around it
  /// All accesses of one loop iteration that lie next to this one, this one included: what
  /// they cost together, once for each sector.
  RequestCost Together;
  unsigned Neighbours = 0; ///< how many other accesses these are
  /// Bytes that a thread accesses from here on in accesses of one kind and one basic block,
  /// when one access of 8 or 16 bytes, aligned to them, could do it; else 0.
  unsigned VectorBytes = 0;
  /// Shared memory: the first byte after all that it can touch, where that is known.
  std::optional<int64_t> End;
  /// It is part of a vector access of the source, which the first part stands for.
  bool Part = false;

  bool isKnown() const { return Shape <= Pattern::Strided; }
  /// Executions of a block's requests times their number, in one case.
  double perBlock(uint64_t Sum) const {
    return Cases ? double(Sum) * Warps / Cases * Executions : 0;
  }
};

/// A branch whose outcome in each lane follows from the lane's index.
struct BranchSplit {
  NodeId Node = NoId;
  unsigned Warps = 0; ///< that come there; of a block, over all cases
  unsigned Split = 0; ///< of these, with lanes on both sides
  /// By edge.
  struct Side {
    unsigned Warps = 0;  ///< that go there with some lanes
    unsigned Lanes = 0;  ///< these lanes
    unsigned Needed = 0; ///< warps they would fill
  } Sides[2];
  double Executions = 1;
};

struct Footprints {
  WarpShape Shape;
  std::vector<Footprint> Accesses; ///< of global and shared memory, by place in the kernel
  std::vector<BranchSplit> Branches;
};

/// `Turns`: how often each loop runs when it is entered, by LoopId; empty: once.
Footprints computeFootprints(const Kernel &K, const Launch &L, llvm::ArrayRef<double> Turns = {});

} // namespace cudafix::analysis
