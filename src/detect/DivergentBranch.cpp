// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::detect {

using analysis::BranchSplit;
using analysis::WarpSize;

/// The average number of lanes per warp on a side; if fewer take it (a leader, the edge of a tile),
/// the branch exists for exactly them.
static constexpr double ManyLanes = 4;

/// The number of memory accesses on one side of a branch that the other side does not make.
static unsigned workOf(const Kernel &K, NodeId From, NodeId Other) {
  auto Reach = [&](NodeId Start) {
    std::vector<NodeId> Work{Start};
    std::vector<bool> Seen(K.Nodes.size());
    while (!Work.empty()) {
      NodeId N = Work.back();
      Work.pop_back();
      if (Seen[N])
        continue;
      Seen[N] = true;
      for (const Edge &E : K.Nodes[N].Succs)
        if (!E.Back)
          Work.push_back(E.To);
    }
    return Seen;
  };
  std::vector<bool> Own = Reach(From), Others = Reach(Other);
  unsigned Accesses = 0;
  for (const Node &N : K.Nodes)
    if (Own[N.Id] && !Others[N.Id])
      Accesses +=
          llvm::count_if(N.Events, [](const Event &E) { return E.What == Event::Kind::Access; });
  return Accesses;
}

/// The warps that run a side of the branch in excess of those that its lanes would fill; only sides
/// that do something count.
struct Loss {
  unsigned Warps = 0, Needed = 0, Lanes = 0;
};

static Loss lossOf(const Kernel &K, const BranchSplit &B) {
  const Node &N = K.Nodes[B.Node];
  Loss L;
  if (N.Succs[0].Loc.File.empty()) // a single instruction that acts in some lanes
    return L;
  for (unsigned I : {0, 1}) {
    const BranchSplit::Side &S = B.Sides[I];
    if (!workOf(K, N.Succs[I].To, N.Succs[1 - I].To) || S.Lanes < ManyLanes * S.Warps)
      continue;
    L.Warps += S.Warps;
    L.Needed += S.Needed;
    L.Lanes += S.Lanes;
  }
  return L;
}

double excessWarps(const Kernel &K, const analysis::Footprints &Of) {
  double Sum = 0;
  for (const BranchSplit &B : Of.Branches)
    if (Loss L = lossOf(K, B); L.Warps > L.Needed)
      Sum += (L.Warps - L.Needed) * B.Executions;
  return Sum;
}

static Finding report(const KernelFacts &F, const BranchSplit &B, const Loss &L,
                      const analysis::WarpShape &Shape) {
  const Node &N = F.K.Nodes[B.Node];
  Finding R;
  R.Id = "divergent-branch";
  R.Severity = N.Loop == NoId ? Level::Note : Level::Warning;
  R.How = Shape.Assumed ? Confidence::Likely : Confidence::Proved;
  if (Shape.Assumed)
    R.Facts.push_back("blocks of " + std::to_string(Shape.threads()) +
                      " threads, as the launch does not say");
  R.KernelName = F.K.Name;
  R.Loc = N.Succs[0].Loc;
  R.Message = "this condition splits " + std::to_string(B.Split) + " of " + count(B.Warps, "warp") +
              ": what it guards runs with " + std::to_string((L.Lanes + L.Warps / 2) / L.Warps) +
              " of " + std::to_string(WarpSize) + " lanes on average, in " +
              count(L.Warps, "warp") + " where " + std::to_string(L.Needed) + " would do";
  R.Weight = double(L.Warps - L.Needed) * B.Executions;
  R.Metrics = {{"split_warps", B.Split}, {"warps", L.Warps}, {"warps_needed", L.Needed}};
  return R;
}

static std::vector<Finding> detect(const KernelFacts &F) {
  std::map<SourceLoc, Finding> ByPlace;
  for (const analysis::Footprints &All : F.Memory)
    for (const BranchSplit &B : All.Branches) {
      Loss L = lossOf(F.K, B);
      if (L.Warps < 2 * L.Needed || L.Warps < 2)
        continue;
      ByPlace.try_emplace(F.K.Nodes[B.Node].Succs[0].Loc, report(F, B, L, All.Shape));
    }
  std::vector<Finding> Findings;
  for (auto &[Place, R] : ByPlace)
    Findings.push_back(std::move(R));
  return Findings;
}

const Detector DivergentBranch = {
    "divergent-branch",
    Level::Warning,
    R"(Finds conditions that split warps although whole warps could take either side.
Why: the lanes of a warp that take a branch and those that do not run one after the other.
Where a condition picks every other thread, each warp runs what it guards half empty.
How: where the condition follows from the thread's index, it is computed for the lanes of
every warp of the block (for all steps of a halving or doubling loop), and the warps that run
a side of the branch are counted against those its lanes would fill. Reported from twice as
many on; a warning inside loops, else a note.
Limits: not reported where fewer than 4 lanes of a warp take the branch (a leader, the edge
of a tile), where the guarded side accesses no memory, and for conditions on data. Where the
launch does not say the block's size, a customary one is taken and named.)",
    detect,
    Group::Performance,
    metric::ExcessWarps};

} // namespace cudafix::detect
