// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Details.h"
#include "cli/pipeline/Hints.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::cli {

using namespace analysis;

/// At most so many launches of a kernel are drawn.
static constexpr size_t MaxLaunches = 4;

/// The width of a column in bytes.
static int64_t columnBytes(bool Shared) { return Shared ? BankBytes : SectorBytes; }

/// The lowest byte at each base, where columns start.
static std::map<PartId, int64_t> lowest(const DrawnRequest &F) {
  std::map<PartId, int64_t> Lowest;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (F.Active >> L & 1) {
      auto [At, New] = Lowest.try_emplace(F.Where[L].Part, F.Where[L].K);
      At->second = std::min(At->second, F.Where[L].K);
    }
  return Lowest;
}

static LaneMap draw(const Kernel &K, const Footprint &F, const DrawnRequest &D, bool Assumed) {
  const Access &A = K.access(F.Access);
  LaneMap M;
  M.Loc = A.Loc;
  M.Text = A.Text;
  M.Shared = K.array(A.Array).Where == Space::Shared;
  M.Assumed = Assumed || F.Assumed;
  M.Active = D.Active;
  M.Cost = M.Shared ? F.Worst.Passes : F.Worst.SectorsFree;
  M.Ideal = M.Shared ? F.Worst.IdealPasses : F.Worst.IdealSectors;
  std::map<PartId, int64_t> Lowest = lowest(D);
  std::map<std::pair<PartId, int64_t>, unsigned> Sectors;
  std::vector<std::tuple<unsigned, PartId, int64_t>> Touched;
  int64_t Piece = columnBytes(M.Shared);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(D.Active >> L & 1))
      continue;
    auto [Part, At] = D.Where[L];
    int64_t From = At - Lowest[Part], End = From + int64_t(A.Size->value());
    for (int64_t Column = From / Piece; Column * Piece < End; ++Column) {
      Touched.push_back({L, Part, Column});
      Sectors[{Part, Column}] = 0;
    }
  }
  unsigned Next = 0;
  for (auto &[Sector, Index] : Sectors)
    Index = Next++;
  M.Columns = M.Shared ? Banks : Next;
  for (auto [Lane, Part, Column] : Touched)
    M.Cells.push_back(
        {Lane, M.Shared ? unsigned(Column % Banks) : Sectors[{Part, Column}], Column / Banks});
  return M;
}

/// The most expensive request at each place of the source.
static std::vector<LaneMap> requests(const Kernel &K, llvm::ArrayRef<DrawnFootprints> Of) {
  std::map<std::pair<SourceLoc, std::string>, LaneMap> ByPlace;
  for (const DrawnFootprints &All : Of)
    for (auto [F, D] : llvm::zip(All.Of.Accesses, All.Requests)) {
      if (!F.isKnown() || !D.Active)
        continue;
      LaneMap M = draw(K, F, D, All.Of.Shape.Assumed);
      auto [At, New] = ByPlace.try_emplace({M.Loc, M.Text}, M);
      if (!New && M.Cost > At->second.Cost)
        At->second = std::move(M);
    }
  std::vector<LaneMap> Maps;
  for (auto &[Place, M] : ByPlace)
    Maps.push_back(std::move(M));
  return Maps;
}

static std::vector<BranchMap> branches(const Kernel &K, llvm::ArrayRef<DrawnFootprints> Of) {
  std::vector<BranchMap> Maps;
  std::set<SourceLoc> Seen;
  for (const DrawnFootprints &All : Of)
    for (const DrawnBranch &B : All.Branches) {
      const SourceLoc &At = K.Nodes[B.Node].Succs.front().Loc;
      if (Seen.insert(At).second)
        Maps.push_back({At, B.Warps});
    }
  return Maps;
}

static unsigned depthOf(const Kernel &K, LoopId L) {
  unsigned Depth = 0;
  for (; L != NoId; L = K.Loops[L].Parent)
    ++Depth;
  return Depth;
}

static Role roleOf(AccessKind K) {
  switch (K) {
  case AccessKind::Read:
    return Role::Read;
  case AccessKind::Write:
    return Role::Write;
  case AccessKind::Atomic:
    return Role::Atomic;
  case AccessKind::AsyncCopy:
    return Role::AsyncCopy;
  }
  llvm_unreachable("no other kind of access");
}

static void addMark(GraphNode &N, GraphNode::Mark M) {
  auto Same = [&](const GraphNode::Mark &O) {
    return std::tie(O.Line, O.What, O.Array) == std::tie(M.Line, M.What, M.Array);
  };
  if (M.Line && llvm::none_of(N.Marks, Same))
    N.Marks.push_back(std::move(M));
}

static GraphNode nodeOf(const Kernel &K, const Node &N) {
  GraphNode G;
  G.Convergent = N.Convergent;
  G.Depth = depthOf(K, N.Loop);
  for (const Event &E : N.Events) {
    if (E.What == Event::Kind::Access) {
      const Access &A = K.access(E.Id);
      addMark(G, {A.Loc.Line, roleOf(A.Kind), K.array(A.Array).Name});
    } else if (E.What == Event::Kind::Barrier) {
      addMark(G, {K.barrier(E.Id).Loc.Line, Role::Barrier, ""});
    } else if (E.What == Event::Kind::Fence) {
      addMark(G, {K.fence(E.Id).Loc.Line, Role::Fence, ""});
    }
  }
  for (const Edge &E : N.Succs)
    G.Ways.push_back({E.To, E.Back, E.Divergent, E.Loc.Line});
  return G;
}

KernelDetails detailsOf(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                        const KernelReport &Report, std::vector<CostMap> Costs) {
  std::vector<DrawnFootprints> Of;
  for (const Launch &L : Launches.take_front(MaxLaunches))
    Of.push_back(drawFootprints(K, L));
  KernelDetails D;
  D.Kernel = K.Name;
  D.Hints = hintsOf(K, Solving, Of, Report, Costs);
  D.Requests = requests(K, Of);
  D.Branches = branches(K, Of);
  D.Costs = std::move(Costs);
  for (const Node &N : K.Nodes)
    D.Graph.push_back(nodeOf(K, N));
  return D;
}

} // namespace cudafix::cli
