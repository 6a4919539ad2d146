// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/PlanOracle.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/LaunchDivergence.h"
#include "transform/barriers/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::transform {

using namespace analysis;

/// Drops races that store the same value: these are reported, but no barrier is added.
static void dropSameValue(std::vector<RaceAnswer> &Answers) {
  llvm::erase_if(Answers, [](const RaceAnswer &R) {
    return R.SameValue && std::holds_alternative<Satisfiable>(R.Answer);
  });
}

PlanOracle planOracle(llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  // Reduces limits: a plan asks many times, and the verification finds what it misses.
  RaceOptions InBlock = Opts;
  InBlock.AcrossBlocks = false;
  InBlock.MaxQueries /= 4;
  InBlock.Budget.ResourceUnits /= 4;
  PlanOracle O;
  RaceOptions Longer = Opts;
  Longer.AcrossBlocks = false;
  O.Pair = [=](const Kernel &K, const BarrierSet &Set, AccessId A, AccessId B, bool Long) {
    std::vector<RaceAnswer> All;
    for (const Launch &L : Launches)
      for (RaceAnswer &R : askRace(K, L, Set, A, B, Long ? Longer : InBlock))
        All.push_back(std::move(R));
    dropSameValue(All);
    return All;
  };
  // Keeps answers, as the plans of one kernel ask about some sets of barriers again.
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
      It->second = lanesAt(Paths, K, N, Launches, InBlock);
    return It->second;
  };
  return O;
}

} // namespace cudafix::transform
