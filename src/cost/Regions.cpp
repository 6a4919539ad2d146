// SPDX-License-Identifier: Apache-2.0
//
// The cost of one loop iteration ("turn") and of all of them.

#include "cost/CostBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

static WarpCost unknown(std::string Why, SourceLoc Where) {
  WarpCost C;
  C.Known = false;
  C.Why = std::move(Why);
  C.Where = std::move(Where);
  return C;
}

/// The worst warp's cost, in a formula that no longer depends on the warp's number.
static WarpCost ofWorst(const WarpCost &C, const Layout &L, Formulas &F) {
  WarpCost R = C;
  if (!C.Known)
    return R;
  std::optional<Formula> Most;
  for (std::optional<Formula> One : C.ByWarp) {
    for (const Counted &S : L.WarpOf)
      if (One)
        One = F.upper(*One, S.Symbol, R.Tight);
    if (!One)
      return unknown("the longest chain has no formula", SourceLoc());
    Most = Most ? F.max(*Most, *One) : *One;
  }
  R.ByWarp = {*Most};
  return R;
}

/// Ends a phase at a barrier, where all warps wait for the slowest one.
void CostBuilder::endPhase(Costs &R, WarpCost &Phase) {
  R[slot(Metric::Span)].add(ofWorst(Phase, L, F));
  Phase = WarpCost();
}

/// Adds the cost of the node's sites for one execution, not counting any loop.
void CostBuilder::addNode(Costs &R, WarpCost &Phase, NodeId N, const Iterations &At,
                          const View &V) {
  LoopId In = K.Nodes[N].Loop;
  for (const SiteCost &S : sites(N, At)) {
    if (!wants(S, V) || S.Exit)
      continue;
    WarpCost One;
    if (!S.Why.empty() && V.Most) {
      One = unknown(S.Why, S.Loc);
    } else {
      One.ByWarp.clear();
      for (int64_t C : V.Most ? S.Cost.Most : S.Cost.Least)
        One.ByWarp.push_back(Formula(C));
    }
    R[slot(S.Of, S.Class)].add(One);
    if (S.Of == Metric::Steps)
      Phase.add(One);
  }
  bool Ends = llvm::any_of(K.Nodes[N].Events, [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  });
  if (Ends && (In == NoId || HasBarrier[In]))
    endPhase(R, Phase);
}

/// Removes from `Of` the two sides of a branch at which all lanes of a warp go the same way, and
/// returns the branch.
NodeId CostBuilder::splitArms(std::vector<NodeId> &Of, const std::set<NodeId> &In, LoopId Around,
                              const Iterations &At, std::vector<NodeId> (&Arms)[2]) {
  for (NodeId N : Of) {
    const Node &B = K.Nodes[N];
    if (B.Loop != Around || B.Succs.size() != 2 || Split.contains(N) || Loops.isExit(B) ||
        llvm::any_of(sites(N, At), [](const SiteCost &S) { return S.Of == Metric::Divergent; }))
      continue;
    std::set<NodeId> Reach[2];
    for (unsigned I : {0, 1}) {
      std::vector<NodeId> Work{B.Succs[I].To};
      while (!Work.empty()) {
        NodeId Next = Work.back();
        Work.pop_back();
        if (!In.contains(Next) || !Reach[I].insert(Next).second)
          continue;
        for (const Edge &E : K.Nodes[Next].Succs)
          if (!E.Back || K.Nodes[Next].Loop != Around)
            Work.push_back(E.To);
      }
    }
    bool Whole = true;
    for (unsigned I : {0, 1}) {
      Arms[I].clear();
      for (NodeId X : Of)
        if (Reach[I].contains(X) && !Reach[1 - I].contains(X)) {
          Arms[I].push_back(X);
          Whole &= Flow.dominates(N, X) && !Split.contains(X);
        }
    }
    if (!Whole || Arms[0].empty() || Arms[1].empty())
      continue;
    Split.insert(N);
    llvm::erase_if(Of, [&](NodeId X) {
      return llvm::is_contained(Arms[0], X) || llvm::is_contained(Arms[1], X);
    });
    return N;
  }
  return NoId;
}

/// The larger of two costs, warp by warp.
Costs CostBuilder::dearer(const Costs &A, const Costs &B) {
  Costs R = A;
  for (size_t I = 0; I < R.size(); ++I) {
    WarpCost &To = R[I];
    const WarpCost &Other = B[I];
    To.fail(Other);
    To.Tight &= Other.Tight;
    if (!To.Known)
      continue;
    size_t Warps = std::max(To.ByWarp.size(), Other.ByWarp.size());
    To.ByWarp.resize(Warps, To.ByWarp.front());
    for (size_t W = 0; W < Warps; ++W)
      To.ByWarp[W] = F.max(To.ByWarp[W], Other.ByWarp[Other.ByWarp.size() == 1 ? 0 : W]);
  }
  return R;
}

/// The cost of these nodes in one turn of the loop `Around`, with the loops inside it.
Costs CostBuilder::nodes(std::vector<NodeId> Of, LoopId Around, const Iterations &At,
                         const View &V) {
  Costs R = none();
  WarpCost Phase;
  auto Add = [&](const Costs &Part) {
    for (size_t I = 0; I < R.size(); ++I)
      R[I].add(Part[I]);
  };
  bool Waits = Around == NoId || HasBarrier[Around];
  std::set<NodeId> Before = Split;
  std::map<NodeId, std::array<std::vector<NodeId>, 2>> ArmsOf;
  std::vector<NodeId> Arms[2];
  const std::set<NodeId> All(Of.begin(), Of.end());
  for (NodeId N = NoId; V.Most && (N = splitArms(Of, All, Around, At, Arms)) != NoId;)
    ArmsOf[N] = {Arms[0], Arms[1]};
  for (NodeId N : Of) {
    LoopId In = K.Nodes[N].Loop;
    if (In == Around) {
      addNode(R, Phase, N, At, V);
      if (auto Sides = ArmsOf.find(N); Sides != ArmsOf.end()) {
        if (Waits)
          endPhase(R, Phase);
        Costs A = nodes(Sides->second[0], Around, At, V),
              B = nodes(Sides->second[1], Around, At, V);
        Costs Side = dearer(A, B);
        for (size_t C = 0; !Waits && C < Classes.size(); ++C)
          Phase.add(Side[slot(Metric::Steps, C)]);
        Add(Side);
      }
      continue;
    }
    if (K.Loops[In].Header != N || K.Loops[In].Parent != Around)
      continue;
    Costs Inner = loop(In, At, V);
    if (!HasBarrier[In]) {
      for (size_t C = 0; C < Classes.size(); ++C)
        Phase.add(Inner[slot(Metric::Steps, C)]);
      Inner[slot(Metric::Span)] = WarpCost();
    } else if (Waits) {
      endPhase(R, Phase);
    }
    Add(Inner);
  }
  if (Waits)
    endPhase(R, Phase);
  Split = std::move(Before);
  return R;
}

WarpCost CostBuilder::times(const WarpCost &Body, SymbolId Counter, const Formula &Count,
                            bool Most) {
  WarpCost R = Body;
  if (!Body.Known)
    return R;
  for (Formula &C : R.ByWarp) {
    bool Exact = true;
    auto Sum = F.sum(C, Counter, Count, Most, Exact);
    R.Tight &= Exact;
    if (!Sum && !Most) {
      C = Formula(0);
      continue;
    }
    if (!Sum)
      return unknown("the sum over the loop's turns has no formula", SourceLoc());
    C = *Sum;
  }
  return R;
}

/// Counts turn by turn a loop whose turns differ because its counter shifts a value.
bool CostBuilder::enumerated(const Loop &In, const TripCount &Trip, const Costs &Body,
                             const Iterations &At, const View &V, Costs &R) {
  constexpr unsigned MostTurns = 32, MaxWork = 4000;
  const std::optional<Formula> Count = V.Most ? Trip.Most : std::optional(Trip.Least);
  if (!Count || In.Kind != LoopKind::Geometric)
    return false;
  auto Fixed = Count->constant();
  // A shift by more than the width gives 0, so there are no more turns.
  unsigned Turns = Fixed ? unsigned(std::min<smt::Wide>(Fixed->N, MostTurns + 1)) : MostTurns;
  const Symbol &S = K.Ctx->symbol(In.Counter);
  if (!Fixed && S.Hi != INT64_MAX)
    Turns = std::min<uint64_t>(Turns, S.Hi + 1);
  if (Turns > MostTurns || Work > MaxWork)
    return false;
  std::vector<Costs> Each;
  for (unsigned Turn = 0; Turn < Turns; ++Turn) {
    ++Work;
    Iterations Now = At;
    Now[In.Counter] = Turn;
    Each.push_back(nodes(In.Nodes, In.Id, Now, V));
  }
  for (size_t M = 0; M < R.size(); ++M) {
    size_t Warps = 1;
    bool Known = true, Numbers = true;
    for (const Costs &C : Each) {
      Known &= C[M].Known;
      Warps = std::max(Warps, C[M].ByWarp.size());
      for (const Formula &One : C[M].ByWarp)
        Numbers &= One.constant().has_value() && One.constant()->isInteger();
    }
    if (!Known) {
      R[M] = Body[M];
      continue;
    }
    WarpCost Sum;
    Sum.ByWarp.assign(Warps, Formula(0));
    for (size_t W = 0; W < Warps; ++W) {
      auto Of = [&](const Costs &C) { return C[M].ByWarp[C[M].ByWarp.size() == 1 ? 0 : W]; };
      if (Fixed) {
        for (const Costs &C : Each)
          Sum.ByWarp[W] += Of(C);
        continue;
      }
      if (Numbers) {
        std::vector<int64_t> Values;
        for (const Costs &C : Each)
          Values.push_back(int64_t(Of(C).constant()->N));
        Sum.ByWarp[W] = F.prefix(*Count, std::move(Values));
        continue;
      }
      // Count every turn at the cost of the dearest.
      Formula Dearest;
      for (const Costs &C : Each)
        Dearest = V.Most ? F.max(Dearest, Of(C)) : Formula(0);
      Sum.ByWarp[W] = Dearest * *Count;
      Sum.Tight = false;
    }
    R[M] = std::move(Sum);
  }
  return true;
}

/// Adds the part of a turn that runs before the loop is left.
void CostBuilder::addLast(Costs &R, LoopId Id, const TripCount &Trip, const Iterations &At,
                          const View &V) {
  const Loop &In = K.Loops[Id];
  Costs Last = nodes(Trip.Last, Id, At, V);
  for (size_t M = 0; M < R.size(); ++M) {
    WarpCost One = Last[M];
    // Lanes that leave in different turns share no request, so this adds nothing to the least cost.
    if (!V.Most && !Trip.Splits.isZero() && M % NumMetrics < unsigned(Metric::Steps))
      continue;
    if (Trip.Most)
      for (Formula &C : One.ByWarp)
        C = F.substitute(C, In.Counter, V.Most ? *Trip.Most : Trip.Least);
    R[M].add(One);
  }
}

/// Adds the divergence at the branches where some lanes leave the loop.
void CostBuilder::addExits(Costs &R, LoopId Id, const TripCount &Trip, const Iterations &At,
                           const View &V) {
  if (!V.Most)
    return;
  for (NodeId N : K.Loops[Id].Nodes)
    if (K.Nodes[N].Loop == Id)
      for (const SiteCost &S : sites(N, At))
        if (S.Exit && wants(S, V)) {
          WarpCost One;
          One.ByWarp = {Trip.Splits};
          if (Trip.Most && F.isNonNegative(Trip.Splits - *Trip.Most))
            One.ByWarp = {*Trip.Most};
          R[slot(S.Of, S.Class)].add(One);
        }
}

Costs CostBuilder::loop(LoopId Id, const Iterations &At, const View &V) {
  const Loop &In = K.Loops[Id];
  auto It = TripsOf.find({Id, At});
  if (It == TripsOf.end())
    It = TripsOf.emplace(std::pair(Id, At), Loops.of(Id, At)).first;
  const TripCount Trip = It->second;
  if (Trip.Most && At.empty())
    T.setExit(Id, Trip.Exact && *Trip.Most == Trip.Least ? Bounds{*Trip.Most, *Trip.Most}
                                                         : Bounds{Formula(0), *Trip.Most});
  F.setRange(In.Counter, {Formula(0), Trip.Most ? std::optional(*Trip.Most) : std::nullopt});
  Costs Body = nodes(In.Nodes, Id, At, V), R = none();
  if (!V.Most || Trip.Most) {
    if (!enumerated(In, Trip, Body, At, V, R))
      for (size_t M = 0; M < R.size(); ++M)
        R[M] = times(Body[M], In.Counter, V.Most ? *Trip.Most : Trip.Least, V.Most);
  } else {
    for (size_t M = 0; M < R.size(); ++M)
      if (!Body[M].isZero())
        R[M] = Body[M].Known ? unknown(Trip.Why, Trip.Where) : Body[M];
  }
  if (V.Most)
    addLast(R, Id, Trip, At, V);
  addExits(R, Id, Trip, At, V);
  for (WarpCost &C : R)
    if (!C.Known && !C.Where.Line)
      C.Where = In.Loc;
  return R;
}
