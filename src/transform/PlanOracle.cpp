// SPDX-License-Identifier: Apache-2.0
#include "transform/PlanOracle.h"
#include "analysis/TwoThreads.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

using namespace analysis;

/// Whether two lanes of one warp can go different ways at the end of a node.
static bool lanesPart(const Kernel &K, const Launch &L, NodeId N, const RaceOptions &Opts) {
  TwoThreads Lanes(K, L, Scope::SameWarp);
  smt::Solver Solver(*K.Ctx);
  for (const Edge &E : K.Nodes[N].Succs) {
    if (!E.Divergent || !E.Cond)
      continue;
    std::vector<Expr> Query(Lanes.constraints().begin(), Lanes.constraints().end());
    Query.push_back(K.Ctx->ne(Lanes.of(E.Cond, 0), Lanes.of(E.Cond, 1)));
    if (!std::holds_alternative<Proved>(Solver.satisfiable(Query, Opts.Budget)))
      return true;
  }
  return false;
}

PlanOracle planOracle(llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  RaceOptions InBlock = Opts;
  InBlock.AcrossBlocks = false;
  PlanOracle O;
  O.Pair = [=](const Kernel &K, const BarrierSet &Set, AccessId A, AccessId B) {
    std::vector<RaceAnswer> All;
    for (const Launch &L : Launches)
      for (RaceAnswer &R : askRace(K, L, Set, A, B, InBlock))
        All.push_back(std::move(R));
    return All;
  };
  O.All = [=](const Kernel &K, const BarrierSet &Set) {
    std::vector<RaceAnswer> All;
    for (const Launch &L : Launches)
      for (RaceAnswer &R : findRaces(K, L, Set, InBlock).Answers)
        All.push_back(std::move(R));
    // The same value stored twice is reported, not repaired by a barrier.
    llvm::erase_if(All, [](const RaceAnswer &R) {
      return R.SameValue && std::holds_alternative<Refuted>(R.Answer);
    });
    return All;
  };
  auto Known = std::make_shared<std::map<std::pair<const ExprContext *, NodeId>, bool>>();
  O.WarpUniform = [=](const Kernel &K, NodeId N) {
    auto [It, New] = Known->try_emplace({K.Ctx.get(), N}, false);
    if (New)
      It->second = llvm::none_of(
          Launches, [&](const Launch &L) { return lanesPart(K, L, N, InBlock); });
    return It->second;
  };
  return O;
}

} // namespace cudafix::transform
