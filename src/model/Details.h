// SPDX-License-Identifier: Apache-2.0
//
// What editors and pictures show of a kernel beyond its findings, as plain values.
#pragma once

#include "model/Finding.h"

namespace cudafix {

/// The text that an editor shows at the pointer.
struct Hint {
  SourceLoc Loc;
  std::string Text; ///< Markdown
};

/// One request of a warp: which lanes touch which sectors of global memory, or which banks of
/// shared memory.
struct LaneMap {
  SourceLoc Loc;
  std::string Text; ///< the access, as in the source
  bool Shared = false;
  bool Assumed = false; ///< holds for the usual position or a customary block only
  unsigned Columns = 0; ///< sectors that are touched, or 32 banks
  uint64_t Cost = 0;    ///< sectors, or passes over the banks
  uint64_t Ideal = 0;   ///< the fewest that would do
  uint32_t Active = 0;  ///< lanes
  struct Cell {
    unsigned Lane = 0, Column = 0;
    int64_t Word = 0; ///< of a bank: two different ones are a conflict
  };
  std::vector<Cell> Cells;
};

/// A branch that splits warps: the lanes on either side, warp by warp.
struct BranchMap {
  SourceLoc Loc;
  std::vector<std::pair<uint32_t, uint32_t>> Warps;
};

/// A basic block of the kernel, in program order.
struct GraphNode {
  bool Convergent = false; ///< every thread of the block passes it: a stable label
  unsigned Depth = 0;      ///< loops around it
  struct Mark {
    unsigned Line = 0;
    Role What = Role::Access;
    std::string Array; ///< of accesses
  };
  std::vector<Mark> Marks;
  struct Way {
    unsigned To = 0; ///< index of the node
    bool Back = false, Divergent = false;
    unsigned Line = 0; ///< of the condition; 0: none
  };
  std::vector<Way> Ways;
};

/// Upper bounds of the cost of a launch: formulas, and their values if the values they depend on
/// are known or chosen.
struct CostMap {
  std::string Launch; ///< "block 256, grid (n + 255) / 256"
  std::string At;     ///< the chosen values: "n = 1024"; empty: none was needed
  struct Bound {
    std::string Metric, Formula;
    std::string Why; ///< there is no bound, and no formula
    std::optional<int64_t> Value;
  };
  std::vector<Bound> Bounds;
  struct Line {
    SourceLoc Loc;
    std::string Metric, Formula;
    std::optional<int64_t> Value;
  };
  std::vector<Line> Lines;
  /// Values over a size; empty: no formula depends on one.
  std::string Size;
  struct Curve {
    std::string Metric;
    std::vector<std::pair<int64_t, int64_t>> Points;
  };
  std::vector<Curve> Curves;
};

struct KernelDetails {
  std::string Kernel;
  std::vector<Hint> Hints;
  std::vector<LaneMap> Requests;
  std::vector<BranchMap> Branches;
  std::vector<GraphNode> Graph;
  std::vector<CostMap> Costs; ///< by launch; for pictures of kernels as they are
};

} // namespace cudafix
