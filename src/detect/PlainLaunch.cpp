// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/Flow.h"
#include "analysis/question/Support.h"
#include "detect/AsyncFindings.h"
#include "detect/RaceFindings.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

namespace {
/// Whether a thread reaches the barrier, and whether that depends on values read from memory.
struct Coming {
  Witness Example;
  bool ByData = false;
};
} // namespace

static std::optional<Coming> comesTo(const KernelFacts &F, const FlowInfo &Flow, const Barrier &B,
                                     const Launch &L) {
  Expr Reached = Flow.reached(B.Node);
  if (!Reached)
    return std::nullopt;
  TwoThreads T(F.K, L, Scope::SameBlock);
  const Support S = supportOf(F.K, T, T.of(Reached, 0));
  if (S.Gap)
    return std::nullopt;
  llvm::SmallVector<Expr, 16> Query(T.launchable());
  Query.push_back(T.of(Reached, 0));
  smt::Solver Solve(F.Race.Solving);
  const Satisfiability Answer = Solve.satisfiable(Query, F.Race.Budget);
  const auto *Yes = std::get_if<Satisfiable>(&Answer);
  if (!Yes)
    return std::nullopt;
  Coming C{T.witness(*Yes, {}), S.Data};
  C.Example.Threads.resize(1);
  return C;
}

static std::vector<Finding> detectPlainLaunch(const KernelFacts &F) {
  auto IsOfGrid = [](const Barrier &B) { return B.Kind == BarrierKind::Grid; };
  auto IsPlain = [](const Launch &L) { return L.Plain && !L.Generic && !L.Unread && !L.Unreached; };
  if (llvm::none_of(F.K.Barriers, IsOfGrid) || !llvm::all_of(F.Launches, IsPlain))
    return {};
  const FlowInfo Flow(F.K);
  std::map<SourceLoc, Finding> ByPlace;
  for (const Barrier &B : llvm::make_filter_range(F.K.Barriers, IsOfGrid))
    for (const Launch &L : F.Launches) {
      const std::optional<Coming> Thread = comesTo(F, Flow, B, L);
      if (!Thread)
        continue;
      Finding N;
      N.Id = detect::PlainLaunch.Id.str();
      N.How = Thread->ByData || F.K.isMadeUp() ? Confidence::Likely : Confidence::Proved;
      N.Severity = N.How == Confidence::Proved ? Level::Error : Level::Warning;
      N.KernelName = F.K.Name;
      N.Loc = callOf(B.Loc, B.CallChain);
      N.Message = "the kernel is not launched cooperatively at " + lineOf(L.Loc) +
                  ": a barrier of the grid does not work there, and this one traps";
      N.RelatedPlaces.push_back({L.Loc, Role::Launch, "the launch"});
      if (!B.CallChain.empty())
        N.RelatedPlaces.push_back({B.Loc, Role::Barrier, "the barrier"});
      N.Example = Thread->Example;
      addFacts(N, L);
      N.Barriers.push_back(B.Id);
      auto [It, New] = ByPlace.try_emplace(N.Loc, N);
      if (!New && N.How < It->second.How)
        It->second = std::move(N);
    }
  std::vector<Finding> Findings;
  for (auto &[Place, N] : ByPlace)
    Findings.push_back(std::move(N));
  return Findings;
}

const Detector cudafix::detect::PlainLaunch = {
    "plain-launch", Level::Error,
    R"(A barrier of the whole grid (this_grid().sync()) in a kernel that is launched by <<<>>> or
cudaLaunchKernel.

Why: only cudaLaunchCooperativeKernel, or cudaLaunchKernelEx with the cooperative attribute, gives the
grid what its blocks meet by, and makes sure that all of them run at once. In any other launch the
group of the grid is not valid, and its barrier traps (CUDA C++ Programming Guide, "Grid
Synchronization").

How it is decided: all launches of the kernel are in sight, none is cooperative, and a solver finds a
thread that comes to the barrier. Where memory decides whether one comes, it is a warning.

Limits: silent where a kernel is also launched cooperatively or where some launch may not be seen, and
in files that ask a group whether it is_valid().)",
    detectPlainLaunch};
