// SPDX-License-Identifier: Apache-2.0
#include "transform/PlanOracle.h"
#include "analysis/Flow.h"
#include "analysis/FlowPaths.h"
#include "analysis/TwoThreads.h"
#include "transform/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

using namespace analysis;

/// Whether two threads, lying as the scope says, can go different ways at the end of a node.
static bool threadsPart(const Kernel &K, const Launch &L, Scope Where, NodeId N,
                        const RaceOptions &Opts) {
  TwoThreads Threads(K, L, Where);
  FlowInfo Flow(K);
  smt::Solver Solver(*K.Ctx);
  std::vector<Expr> Here(Threads.constraints().begin(), Threads.constraints().end());
  for (unsigned T : {0, 1})
    Here.push_back(Threads.of(Flow.reached(N), T));
  if (K.Nodes[N].Convergent) // they meet here in the same iterations
    for (LoopId Loop = K.Nodes[N].Loop; Loop != NoId; Loop = K.Loops[Loop].Parent) {
      Expr Counter = K.Ctx->apply(K.Loops[Loop].Counter);
      Here.push_back(K.Ctx->eq(Threads.of(Counter, 0), Threads.of(Counter, 1)));
    }
  for (const Edge &E : K.Nodes[N].Succs) {
    if (!E.Divergent || !E.Cond)
      continue;
    std::vector<Expr> Query(Here);
    Query.push_back(K.Ctx->ne(Threads.of(E.Cond, 0), Threads.of(E.Cond, 1)));
    if (!std::holds_alternative<Proved>(Solver.satisfiable(Query, Opts.Budget)))
      return true;
  }
  return false;
}

/// The same value stored twice is reported, not repaired by a barrier.
static void dropSameValue(std::vector<RaceAnswer> &Answers) {
  llvm::erase_if(Answers, [](const RaceAnswer &R) {
    return R.SameValue && std::holds_alternative<Refuted>(R.Answer);
  });
}

PlanOracle planOracle(llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  // A plan asks many times, and what it misses the verification finds.
  RaceOptions InBlock = Opts;
  InBlock.AcrossBlocks = false;
  InBlock.MaxQueries /= 4;
  InBlock.Budget.ResourceUnits /= 4;
  PlanOracle O;
  O.Pair = [=](const Kernel &K, const BarrierSet &Set, AccessId A, AccessId B) {
    std::vector<RaceAnswer> All;
    for (const Launch &L : Launches)
      for (RaceAnswer &R : askRace(K, L, Set, A, B, InBlock))
        All.push_back(std::move(R));
    dropSameValue(All);
    return All;
  };
  // The plans of one kernel ask about some sets of barriers again.
  using Key = std::vector<unsigned>;
  auto Asked = std::make_shared<std::map<Key, std::vector<RaceAnswer>>>();
  O.All = [=](const Kernel &K, const BarrierSet &Set) {
    Key Id{static_cast<unsigned>(K.Nodes.size()), static_cast<unsigned>(K.Slots.size())};
    for (const llvm::BitVector *Bits : {&Set.On, &Set.SlotOn, &Set.SlotWarp}) {
      Id.push_back(NoId);
      llvm::append_range(Id, Bits->set_bits());
    }
    auto [It, New] = Asked->try_emplace(std::move(Id));
    std::vector<RaceAnswer> &All = It->second;
    if (!New)
      return All;
    for (const Launch &L : Launches)
      for (RaceAnswer &R : findRaces(K, L, Set, InBlock).Answers)
        All.push_back(std::move(R));
    dropSameValue(All);
    return All;
  };
  auto Known = std::make_shared<std::map<std::pair<const ExprContext *, NodeId>, bool>>();
  O.WarpUniform = [=](const Kernel &K, NodeId N) {
    auto [It, New] = Known->try_emplace({K.Ctx.get(), N}, false);
    if (New)
      It->second = llvm::none_of(Launches, [&](const Launch &L) {
        return threadsPart(K, L, Scope::SameWarp, N, InBlock);
      });
    return It->second;
  };
  auto Masks =
      std::make_shared<std::map<std::pair<const ExprContext *, NodeId>, std::optional<uint32_t>>>();
  O.LaneMask = [=](const FlowPaths &Paths, const Kernel &K, NodeId N) {
    auto [It, New] = Masks->try_emplace({K.Ctx.get(), N}, std::nullopt);
    if (New)
      It->second = lanesAt(Paths, K, N, Launches, InBlock.Budget);
    return It->second;
  };
  return O;
}

void refineDivergence(Kernel &K, llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  bool Changed = false;
  for (Node &N : K.Nodes) {
    if (llvm::none_of(N.Succs, [](const Edge &E) { return E.Divergent; }) ||
        llvm::any_of(N.Succs, [](const Edge &E) { return E.Divergent && !E.Cond; }) ||
        llvm::any_of(Launches, [&](const Launch &L) {
          return threadsPart(K, L, Scope::SameBlock, N.Id, Opts);
        }))
      continue;
    for (Edge &E : N.Succs)
      E.Divergent = false;
    Changed = true;
  }
  if (!Changed)
    return;
  FlowPaths Paths(K);
  for (Slot &S : K.Slots)
    S.Convergent |= Paths.divergentBranches(S.Node).empty();
}

} // namespace cudafix::transform
