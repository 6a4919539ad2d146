// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/LaunchDivergence.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/LaunchView.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

bool cudafix::analysis::threadsPart(const Kernel &K, const Launch &L, Scope Where, NodeId N,
                                    const RaceOptions &Opts) {
  TwoThreads Threads(K, L, Where);
  FlowInfo Flow(K);
  std::vector<Expr> Here(Threads.constraints().begin(), Threads.constraints().end());
  for (unsigned T : {0, 1})
    Here.push_back(Threads.of(Flow.reached(N), T));
  // They arrive here in the same iterations; lanes of a warp do until they diverge.
  if (K.Nodes[N].Convergent || Where == Scope::SameWarp)
    for (LoopId Loop = K.Nodes[N].Loop; Loop != NoId; Loop = K.Loops[Loop].Parent) {
      Expr Counter = K.Ctx->apply(K.Loops[Loop].Counter);
      Here.push_back(K.Ctx->eq(Threads.of(Counter, 0), Threads.of(Counter, 1)));
    }
  for (const Edge &E : K.Nodes[N].Succs) {
    if (!E.Divergent)
      continue;
    if (!E.Cond)
      return true;
    std::vector<Expr> Query(Here);
    Query.push_back(K.Ctx->ne(Threads.of(E.Cond, 0), Threads.of(E.Cond, 1)));
    if (!smt::impossible(Opts.Solving, Query, Opts.Budget))
      return true;
  }
  return !contradictionIn(K, Opts.Solving, L).empty(); // a contradiction would imply anything
}

std::array<bool, 3> cudafix::analysis::dimensionsUsed(const Kernel &K) {
  std::array<bool, 3> Used{true, false, false};
  auto Look = [&](Expr E) {
    if (E)
      ExprContext::visit(E, [&](Expr Part) {
        if (Part->op() != Op::Apply)
          return;
        const Symbol &S = K.Ctx->symbol(Part->symbol());
        if (S.Kind == SymbolKind::ThreadIdx || S.Kind == SymbolKind::BlockDim)
          Used[S.Index] = true;
      });
  };
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Look(E.Cond);
  for (const Access &A : K.Accesses)
    Look(A.Offset);
  return Used;
}

/// Threads that have taken every branch together so far are in the same iterations: it is enough to
/// ask whether such threads diverge.
ConvergentNodes::ConvergentNodes(const Kernel &Of, const Launch &L, const RaceOptions &Opts,
                                 Scope Where)
    : K(Of), L(L), Opts(Opts), Where(Where), Paths(K), Convergent(K.Nodes.size()) {
  for (Node &N : K.Nodes) {
    Convergent[N.Id] = N.Convergent;
    N.Convergent = true;
  }
}

bool ConvergentNodes::part(NodeId Branch) {
  auto [It, New] = Parts.try_emplace(Branch, true);
  if (New)
    It->second = threadsPart(K, L, Where, Branch, Opts);
  return It->second;
}

bool ConvergentNodes::contains(NodeId N) {
  return Convergent[N] ||
         llvm::none_of(Paths.divergentBranches(N), [&](NodeId B) { return part(B); });
}

bool ConvergentNodes::decideAlike(NodeId N) { return contains(N) && !part(N); }

void cudafix::analysis::refineDivergence(Kernel &K, llvm::ArrayRef<Launch> Launches,
                                         const RaceOptions &Opts,
                                         llvm::function_ref<bool(NodeId)> Which) {
  auto Parts = [](const Node &N) {
    return llvm::any_of(N.Succs, [](const Edge &E) { return E.Divergent; });
  };
  bool Changed = false;
  auto Refine = [&](llvm::function_ref<bool(NodeId)> Together) {
    for (Node &N : K.Nodes) {
      if (!Which(N.Id) || !Parts(N) || !Together(N.Id))
        continue;
      for (Edge &E : N.Succs)
        E.Divergent = false;
      Changed = true;
    }
  };
  Refine([&](NodeId N) {
    return llvm::none_of(
        Launches, [&](const Launch &L) { return threadsPart(K, L, Scope::SameBlock, N, Opts); });
  });
  if (llvm::any_of(K.Nodes, [&](const Node &N) { return N.Loop != NoId && Parts(N); })) {
    std::vector<std::unique_ptr<ConvergentNodes>> Convergent;
    for (const Launch &L : Launches)
      Convergent.push_back(std::make_unique<ConvergentNodes>(K, L, Opts));
    Refine([&](NodeId N) {
      return K.Nodes[N].Loop != NoId &&
             llvm::all_of(Convergent, [&](auto &Of) { return Of->decideAlike(N); });
    });
  }
  if (!Changed)
    return;
  FlowPaths Paths(K);
  for (Slot &S : K.Slots)
    S.Convergent |= Paths.divergentBranches(S.Node).empty();
}
