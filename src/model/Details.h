// SPDX-License-Identifier: Apache-2.0
//
// What editors and pictures show of a kernel beyond its findings, as plain values.
#pragma once

#include "model/Finding.h"

namespace cudafix {

/// What an editor shows where the pointer rests.
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

struct KernelDetails {
  std::string Kernel;
  std::vector<Hint> Hints;
  std::vector<LaneMap> Requests;
  std::vector<BranchMap> Branches;
  std::vector<GraphNode> Graph;
};

} // namespace cudafix
