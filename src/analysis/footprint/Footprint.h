// SPDX-License-Identifier: Apache-2.0
//
// Lane footprints: for each access of a kernel under one launch, where the lanes of a warp
// access memory relative to each other, and what their requests cost.
#pragma once

#include "analysis/footprint/Requests.h"

namespace cudafix::analysis {

/// How exactly the distances between lanes are known, from best to worst.
enum class Pattern : uint8_t {
  Exact,     ///< constant numbers
  Strided,   ///< polynomials in values that all lanes share (a row length); lanes at such a
             ///< distance are assumed to lie apart
  Unknown,   ///< a function of the lane that is not understood
  Irregular, ///< they depend on a lane's own data
};

struct Footprint {
  AccessId Access = NoId;
  Pattern Shape = Pattern::Exact;
  /// True only for the usual alignment or block size.
  bool Assumed = false;
  RequestCost Worst;    ///< the request that wastes most
  RequestCost Total;    ///< of all warps of a block, over all cases
  unsigned Cases = 0;   ///< number of (warp, case) pairs in `Total`
  unsigned Warps = 0;   ///< of a block
  unsigned Lanes = 0;   ///< most active lanes of a request
  bool Aligned = false; ///< the position of the lanes within a sector is also known
  /// Distance between most neighbouring lanes that access different places.
  std::optional<LaneForm> Stride;
  std::string StrideText; ///< in bytes; empty: neighbours lie irregularly
  /// The value of its unknowns from which each lane has a sector of its own: "n >= 8".
  std::string StrideFrom;
  /// Number of lanes until that distance is interrupted: the width of a row of a 2-D block.
  unsigned Run = 0;
  Expr Data; ///< Irregular: what the position depends on
  /// A loop around the access in which each lane advances by less than a sector per turn.
  LoopId Walk = NoId;
  double Executions = 1; ///< turns of the loops around it
  /// The cost of all accesses of one loop iteration that lie next to this one (including it), with
  /// each sector counted once.
  RequestCost Together;
  unsigned Neighbours = 0; ///< the number of these other accesses
  /// Bytes that a thread accesses from here on, in accesses of one kind in one basic block, if one
  /// aligned access of 8 or 16 bytes could do the same; else 0.
  unsigned VectorBytes = 0;
  /// Shared memory: the end of the bytes that it can touch, if known.
  std::optional<int64_t> End;
  /// A later part of a source-level vector access; the first part represents the whole.
  bool Part = false;

  bool isKnown() const { return Shape <= Pattern::Strided; }
  /// Scales a sum over all cases to one block and multiplies it by the executions.
  double perBlock(uint64_t Sum) const {
    return Cases ? double(Sum) * Warps / Cases * Executions : 0;
  }
};

/// A branch whose outcome in each lane follows from the lane's index.
struct BranchSplit {
  NodeId Node = NoId;
  unsigned Warps = 0; ///< warps of a block that reach it, over all cases
  unsigned Split = 0; ///< of these, the warps with lanes on both sides
  /// Indexed by edge.
  struct Side {
    unsigned Warps = 0;  ///< warps with lanes on this side
    unsigned Lanes = 0;  ///< the number of these lanes
    unsigned Needed = 0; ///< warps that these lanes would fill
  } Sides[2];
  double Executions = 1;
};

struct Footprints {
  WarpShape Shape;
  std::vector<Footprint> Accesses; ///< of global and shared memory, by place in the kernel
  std::vector<BranchSplit> Branches;
};

/// `Turns`: iterations of each loop per entry, by LoopId; empty: one each.
Footprints computeFootprints(const Kernel &K, const Launch &L, llvm::ArrayRef<double> Turns = {});

} // namespace cudafix::analysis
