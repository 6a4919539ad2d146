// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/RacesAlone.h"
#include "analysis/question/LaunchDivergence.h"
#include "analysis/question/SteadyLoads.h"
#include "transform/barriers/PlanOracle.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace cudafix::transform {
namespace {

std::vector<std::pair<AccessId, AccessId>> accessesOf(llvm::ArrayRef<PlanPair> Of) {
  std::vector<std::pair<AccessId, AccessId>> Pairs;
  for (const PlanPair &P : Of)
    Pairs.push_back({P.A, P.B});
  return Pairs;
}

/// Replaces the kernel by a view of it while it lives.
class ViewInPlace {
public:
  ViewInPlace(Kernel &Place, Kernel &View) : Place(Place), View(View) { std::swap(Place, View); }
  ViewInPlace(const ViewInPlace &) = delete;
  ViewInPlace &operator=(const ViewInPlace &) = delete;
  ~ViewInPlace() { std::swap(Place, View); }

private:
  Kernel &Place, &View;
};

/// Merges the plans into one.
BarrierPlan joined(llvm::ArrayRef<BarrierPlan> Plans) {
  BarrierPlan All = Plans.front();
  for (const BarrierPlan &P : Plans.drop_front()) {
    llvm::append_range(All.Change.Block, P.Change.Block);
    llvm::append_range(All.Change.Warp, P.Change.Warp);
    llvm::append_range(All.Change.SplitStatements, P.Change.SplitStatements);
    llvm::append_range(All.Change.WholeWarps, P.Change.WholeWarps);
    llvm::append_range(All.Assumptions, P.Assumptions);
    All.Editable &= P.Editable;
    All.Cost += P.Cost;
  }
  llvm::sort(All.Change.Block);
  llvm::sort(All.Change.Warp);
  return All;
}

/// Makes a plan that repairs only the races, if threads then meet at barriers that otherwise
/// diverge: all its changes together achieve that, and remove races that need threads on different
/// paths. `K` describes the resulting control flow.
bool planAlone(const Context &C, Kernel &K, const PlanProblem &Problem,
               const analysis::RaceOptions &Race, TakePlan Take) {
  analysis::FlowPaths Paths(K);
  for (Node &N : K.Nodes)
    N.Convergent = Paths.divergentBranches(N.Id).empty();
  std::set<unsigned> Repaired;
  for (const PlanDivergence &D : Problem.Divergences)
    if (K.Nodes[Paths.barrier(D.Barrier).Node].Convergent)
      Repaired.insert(D.Finding);
  if (Repaired.empty())
    return false;
  PlanProblem Races;
  Races.Pairs = Problem.Pairs;
  const PlanResult Result = planBarriers(PlanKernel(K, accessesOf(Races.Pairs)), *C.K.Solving,
                                         Races, planOracle(C.Launches, Race));
  if (Result.Plans.empty())
    return false;
  for (const PlanPair &P : Races.Pairs)
    if (llvm::none_of(Result.Uncut, [&](auto &U) { return U.first == P.Finding; }))
      Repaired.insert(P.Finding);
  BarrierPlan Plan = joined(Result.Plans);
  Plan.Findings.assign(Repaired.begin(), Repaired.end());
  Take(Plan);
  return true;
}

/// Makes such a plan if barriers diverge because of values that the racing reads load from shared
/// memory: without the races all threads read the same and meet at these barriers, which stay. If
/// the code is less convergent than assumed here, the verification finds that.
bool planSteady(const Context &C, const PlanProblem &Problem, const analysis::RaceOptions &Race,
                TakePlan Take) {
  std::vector<AccessId> Accesses;
  for (auto [A, B] : accessesOf(Problem.Pairs))
    Accesses.insert(Accesses.end(), {A, B});
  analysis::SteadyLoads Words(C.K.Model);
  if (!Words.assume(Accesses))
    return false;
  Kernel &K = C.K.Model;
  ViewInPlace Steady(K, Words.kernel());
  for (Node &N : K.Nodes)
    N.Convergent = true;
  analysis::refineDivergence(K, C.Launches, Race);
  return planAlone(C, K, Problem, Race, Take);
}

/// Makes such a plan if barriers diverge because of what threads have read or counted, but not
/// because of their own index: threads that read the same decide alike. The verification checks
/// that they do.
bool planAlike(const Context &C, const PlanProblem &Problem, const analysis::RaceOptions &Race,
               TakePlan Take) {
  Kernel &K = C.K.Model;
  Kernel Alike = K;
  ViewInPlace View(K, Alike);
  auto OfThread = [&](Expr E) {
    return E && ExprContext::any(E, [&](Expr N) {
             return N->op() == Op::Apply &&
                    K.Ctx->symbol(N->symbol()).Kind == SymbolKind::ThreadIdx;
           });
  };
  for (Node &N : K.Nodes)
    for (Edge &E : N.Succs)
      E.Divergent &= OfThread(E.Cond);
  return planAlone(C, K, Problem, Race, Take);
}

} // namespace

void planRacesAlone(const Context &C, const PlanProblem &Problem, const analysis::RaceOptions &Race,
                    TakePlan Take) {
  if (!planSteady(C, Problem, Race, Take))
    planAlike(C, Problem, Race, Take);
}

} // namespace cudafix::transform
