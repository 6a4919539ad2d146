// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/LaneMask.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/TwoThreads.h"
#include "convention/RaceOptions.h"
#include "transform/barriers/PlanOracle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace cudafix::transform {

using namespace analysis;

constexpr unsigned WarpSize = 32;

/// A 1-bit condition that holds for exactly those threads that reach the node, provided that some
/// threads of the block do. Null if a branch does more than lead to the node or past it.
static Expr guardOf(const FlowPaths &Paths, const Kernel &K, NodeId N) {
  FlowInfo Flow(K);
  std::vector<Expr> All;
  for (NodeId Branch : Paths.divergentBranches(N)) {
    LoopId L = K.Nodes[Branch].Loop;
    const Edge *Way = nullptr;
    for (const Edge &E : K.Nodes[Branch].Succs) {
      if (E.Back || !E.Cond || (L != NoId && !Flow.contains(L, E.To)))
        return Expr();
      if (Flow.dominates(E.To, N)) {
        if (Way)
          return Expr();
        Way = &E;
      }
    }
    if (!Way)
      return Expr();
    All.push_back(Way->Cond);
  }
  return All.empty() ? Expr() : K.Ctx->land(All);
}

static std::optional<uint32_t> lanesWhere(const Kernel &K, const Launch &L, Expr Guard,
                                          const RaceOptions &Opts) {
  ExprContext &C = *K.Ctx;
  TwoThreads Threads(K, L, Scope::SameWarp);
  smt::Solver Solver(Opts.Solving);
  Expr Here[2], Lane[2];
  for (unsigned I = 0; I < 2; ++I) {
    Here[I] = Threads.of(Guard, I);
    Lane[I] = C.binary(Op::URem, Threads.linear(I), C.constant(WarpSize, 32));
  }
  auto Ask = [&](llvm::ArrayRef<Expr> More) {
    std::vector<Expr> Query(Threads.constraints().begin(), Threads.constraints().end());
    llvm::append_range(Query, More);
    return Solver.satisfiable(Query, Opts.Budget);
  };
  uint32_t Mask = 0;
  for (unsigned I = 0; I < WarpSize; ++I) {
    Satisfiability V = Ask({Here[0], C.eq(Lane[0], C.constant(I, 32))});
    if (std::holds_alternative<Unknown>(V))
      return std::nullopt;
    if (std::holds_alternative<Satisfiable>(V))
      Mask |= 1u << I;
  }
  Expr Named = C.constant(1, 1);
  if (llvm::isMask_32(Mask))
    Named = C.ult(Lane[1], C.constant(llvm::countr_one(Mask), 32));
  else
    Named = C.trunc(C.binary(Op::LShr, C.constant(Mask, 32), Lane[1]), 1);
  if (!Mask || !std::holds_alternative<Unsatisfiable>(Ask({Here[0], Named, C.lnot(Here[1])})))
    return std::nullopt;
  return Mask;
}

std::optional<uint32_t> lanesAt(const FlowPaths &Paths, const Kernel &K, NodeId N,
                                llvm::ArrayRef<Launch> Launches, const RaceOptions &Opts) {
  Expr Guard = guardOf(Paths, K, N);
  std::optional<uint32_t> Mask;
  if (!Guard)
    return Mask;
  for (const Launch &L : Launches) {
    std::optional<uint32_t> Here = lanesWhere(K, L, Guard, Opts);
    if (!Here || (Mask && *Mask != *Here))
      return std::nullopt;
    Mask = Here;
  }
  return Mask;
}

std::optional<BarrierPlan> nameLanes(const PlanKernel &PK, const BarrierPlan &Plan,
                                     const PlanOracle &Oracle) {
  BarrierPlan Named = Plan;
  if (!Oracle.LaneMask || !Plan.Change.Block.empty() || !Plan.Change.Remove.empty())
    return std::nullopt;
  // All copies of a place share one barrier in the source.
  std::map<SourceLoc, uint32_t> Known;
  bool Any = false;
  auto MaskAt = [&](NodeId N, const SourceLoc &Loc) -> std::optional<uint32_t> {
    bool Whole = llvm::all_of(PK.Paths.divergentBranches(N), [&](NodeId Branch) {
      return llvm::is_contained(Plan.Change.WholeWarps, Branch);
    });
    std::optional<uint32_t> Mask = Whole ? AllLanes : Oracle.LaneMask(PK.Paths, PK.K, N);
    Any |= !Whole;
    if (!Mask || Known.try_emplace(Loc, *Mask).first->second != *Mask)
      return std::nullopt;
    return Mask;
  };
  for (SlotId S : Plan.Change.Warp) {
    std::optional<uint32_t> Mask = MaskAt(PK.K.Slots[S].Node, PK.K.Slots[S].Loc);
    if (!Mask)
      return std::nullopt;
    if (*Mask != AllLanes)
      Named.Change.Masks[S] = *Mask;
  }
  for (StatementSplit &Split : Named.Change.SplitStatements)
    for (const Access &A : PK.K.Accesses) {
      if (A.Id != Split.Write &&
          (A.Kind != AccessKind::Write || A.Loc != PK.K.access(Split.Write).Loc))
        continue;
      std::optional<uint32_t> Mask = Split.Warp ? MaskAt(A.Node, A.Loc) : std::nullopt;
      if (!Mask)
        return std::nullopt;
      Split.Mask = *Mask;
    }
  if (!Any)
    return std::nullopt;
  Named.RepairId = "insert-barrier";
  --Named.Cost; // tried first
  return Named;
}

std::string lanesPartIn(const Context &C, const BarrierChange &Change) {
  const Kernel &K = C.K.Model;
  std::map<SourceLoc, uint32_t> Slots, Writes;
  for (SlotId S : Change.Warp) {
    auto Mask = Change.Masks.find(S);
    if (!K.Slots[S].CallChain.empty())
      Slots[K.Slots[S].Loc] = Mask == Change.Masks.end() ? AllLanes : Mask->second;
  }
  for (const StatementSplit &S : Change.SplitStatements)
    if (S.Warp && !K.access(S.Write).CallChain.empty())
      Writes[K.access(S.Write).Loc] = S.Mask;
  if (Slots.empty() && Writes.empty())
    return "";
  // The launches of other kernels are not known here: it must hold for any launch.
  std::vector<Launch> Any(1);
  for (const frontend::KernelUnit &Unit : C.P.kernels()) {
    const Kernel &Other = Unit.Model;
    if (&Unit == &C.K)
      continue;
    FlowPaths Paths(Other);
    PlanOracle Oracle = planOracle(Any, convention::raceOptions(*Unit.Solving));
    auto Fits = [&](NodeId N, const std::map<SourceLoc, uint32_t> &At, const SourceLoc &Loc) {
      auto Place = At.find(Loc);
      if (Place == At.end())
        return true;
      bool Whole = llvm::all_of(Paths.divergentBranches(N),
                                [&](NodeId B) { return Oracle.WarpUniform(Other, B); });
      return Whole ? Place->second == AllLanes : Oracle.LaneMask(Paths, Other, N) == Place->second;
    };
    bool All = llvm::all_of(Other.Slots, [&](const Slot &S) { return Fits(S.Node, Slots, S.Loc); });
    All &= llvm::all_of(Other.Accesses, [&](const Access &A) {
      return A.Kind != AccessKind::Write || Fits(A.Node, Writes, A.Loc);
    });
    if (!All)
      return Other.Name;
  }
  return "";
}

std::string warpBarrierCall(uint32_t Mask) {
  if (Mask == AllLanes)
    return "__syncwarp()";
  return "__syncwarp(0x" + llvm::utohexstr(Mask, /*LowerCase=*/true) + ")";
}

} // namespace cudafix::transform
