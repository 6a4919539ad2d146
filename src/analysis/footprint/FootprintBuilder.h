// SPDX-License-Identifier: Apache-2.0
//
// How footprints are made: Footprint.cpp goes through the requests of each warp,
// FootprintShapes.cpp says how their lanes lie.
#pragma once

#include "analysis/flow/Flow.h"
#include "analysis/footprint/Drawings.h"
#include "analysis/footprint/TensorStrides.h"
#include <set>

namespace cudafix::analysis {

/// What is known about an access if a launch answers the conditions that all lanes share in one
/// particular way.
struct Outcome {
  Pattern Shape = Pattern::Exact;
  RequestCost Worst, Total;
  LaneForms WorstLanes{};
  uint32_t WorstActive = 0;
  unsigned Cases = 0;
  bool Aligned = true;
  smt::Wide End = 0; ///< end of the bytes touched
  Expr Data;
};

struct BranchLanes {
  BranchSplit Split;
  bool Decided = true;
  std::map<unsigned, unsigned> Lanes[2];            ///< lanes on either edge, of all warps, by case
  std::vector<std::pair<uint32_t, uint32_t>> Masks; ///< as masks, for each warp in its first case
};

class FootprintBuilder {
public:
  FootprintBuilder(const Kernel &K, const Launch &L, llvm::ArrayRef<double> Turns = {})
      : K(K), Turns(Turns), Ones(innermostStrides(K)), Known(K, L, Ones),
        Shape(warpShape(K, Known)), Flow(K), T(*K.Ctx) {}
  Footprints build();
  /// The result of `build` with the data for drawing it.
  DrawnFootprints draw(Footprints Of) const;

private:
  using ForkAnswers = std::vector<std::pair<LaneForm, unsigned>>;

  bool isCounted(const Access &A) const;
  bool nextCase(LaneValues &V) { return !exhausted(V) && V.nextCase(); }
  bool exhausted(const LaneValues &V) const;
  /// The size of a request that the compiler generates (CUDA C++ Programming Guide, "Size and
  /// Alignment Requirement").
  static uint64_t requestBytes(const Access &A);
  bool shared(const Access &A) const { return K.array(A.Array).Where == Space::Shared; }
  void addWarp(LaneValues &V);
  void addAccess(LaneValues &V, const Access &A);
  void addRequest(Outcome &O, const Access &A, const LaneForms &Lanes, uint32_t Active);
  void addBranch(LaneValues &V, const Node &N);
  void addSplits(Footprints &R) const;
  const Outcome *choose(AccessId A) const;
  void finish(Footprint &F);
  void describeStride(Footprint &F, const Outcome &O);
  void findWalk(Footprint &F, const Outcome &O);
  struct Member {
    Footprint *F;
    int64_t At; ///< offset of the first lane from that of the group
  };
  void joinNeighbours(Footprints &R);
  /// Accesses of one loop iteration whose lanes have the same distances.
  struct Group {
    std::vector<Member> Members;
    LaneForms Lanes;
    uint32_t Active;
  };
  void findVector(const Member &First, const Group &G);
  void makeVector(const Member &First, const Group &G, unsigned Bytes);
  double executions(NodeId N) const;

  const Kernel &K;
  llvm::ArrayRef<double> Turns; ///< by LoopId, or empty
  std::vector<SymbolId> Ones;   ///< parameters that are taken to be 1
  LaunchConstants Known;
  WarpShape Shape;
  FlowInfo Flow;
  LaneTerms T;
  std::map<AccessId, std::map<ForkAnswers, Outcome>> Outcomes;
  std::set<AccessId> Assumed;
  unsigned Work = 0; ///< values computed for earlier warps
  std::map<NodeId, BranchLanes> Branches;
};

} // namespace cudafix::analysis
