// SPDX-License-Identifier: Apache-2.0
//
// What editors and pictures show of a kernel in addition to its findings, as plain values.
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
  std::string Text; ///< the accessing expression, as in the source
  bool Shared = false;
  bool Assumed = false; ///< holds only for the usual alignment or a customary block
  unsigned Columns = 0; ///< number of touched sectors, or the 32 banks
  uint64_t Cost = 0;    ///< number of sectors, or of passes over the banks
  uint64_t Ideal = 0;   ///< the smallest possible `Cost`
  uint32_t Active = 0;  ///< mask of the lanes that take part
  struct Cell {
    unsigned Lane = 0, Column = 0;
    int64_t Word = 0; ///< within the bank: two different words in one bank conflict
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
  bool Convergent = false; ///< every thread of the block passes it; pictures label it as stable
  unsigned Depth = 0;      ///< loops around it
  struct Mark {
    unsigned Line = 0;
    Role What = Role::Access;
    std::string Array; ///< accesses only
  };
  std::vector<Mark> Marks;
  struct Way {
    unsigned To = 0; ///< index of the node
    bool Back = false, Divergent = false;
    unsigned Line = 0; ///< line of the condition; 0: none
  };
  std::vector<Way> Ways;
};

/// Upper bounds of the cost of a launch as formulas, with values where the sizes they depend on are
/// known or chosen.
struct CostMap {
  std::string Launch; ///< "block 256, grid (n + 255) / 256"
  std::string At;     ///< the chosen values: "n = 1024"; empty: none was chosen
  struct Bound {
    std::string Metric, Formula;
    std::string Why; ///< why there is no bound and no formula
    std::optional<int64_t> Value;
  };
  std::vector<Bound> Bounds;
  struct Line {
    SourceLoc Loc;
    std::string Metric, Formula;
    std::optional<int64_t> Value;
  };
  std::vector<Line> Lines;
  /// The size that `Curves` vary; empty: no formula depends on a size.
  std::string Size;
  struct Curve {
    std::string Metric;
    std::vector<std::pair<int64_t, int64_t>> Points;
  };
  std::vector<Curve> Curves;
};

/// Everything that editors and pictures show of one kernel.
struct KernelDetails {
  std::string Kernel;
  std::vector<Hint> Hints;
  std::vector<LaneMap> Requests;
  std::vector<BranchMap> Branches;
  std::vector<GraphNode> Graph;
  std::vector<CostMap> Costs; ///< one for each launch; only for pictures of the unchanged kernel
};

} // namespace cudafix
