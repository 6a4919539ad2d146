// SPDX-License-Identifier: Apache-2.0
#include "cost/CostBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

bool WarpCost::isZero() const {
  return Known && llvm::all_of(ByWarp, [](const Formula &F) { return F.isZero(); });
}

static void widen(std::vector<Formula> &V, size_t N) {
  if (V.size() < N)
    V.resize(N, V.front());
}

void WarpCost::add(const WarpCost &O) {
  Tight &= O.Tight;
  if (!O.Known && Known) {
    Known = false;
    Why = O.Why;
    Where = O.Where;
  }
  if (!Known)
    return;
  widen(ByWarp, O.ByWarp.size());
  for (size_t I = 0; I < ByWarp.size(); ++I)
    ByWarp[I] += O.ByWarp[O.ByWarp.size() == 1 ? 0 : I];
}

static WarpCost unknown(std::string Why, SourceLoc Where) {
  WarpCost C;
  C.Known = false;
  C.Why = std::move(Why);
  C.Where = std::move(Where);
  return C;
}

CostBuilder::CostBuilder(const Kernel &K, const Launch &Of, const CodeFacts &Code)
    : K(K), Code(Code), Shared(std::make_shared<Formulas>()), F(*Shared), L(K, Of, F), Flow(K),
      T(L, F), Lanes(L, Of, Flow), Loops(L, Flow, F, T, Lanes) {
  useFacts(Of);
}

/// What host code says: dimensions as formulas of parameters, and conditions of these.
void CostBuilder::useFacts(const Launch &Of) {
  for (const Fact &Known : Of.Facts) {
    Expr E = Known.Cond;
    if (!E || E->args().size() != 2)
      continue;
    Bounds A = T.of(E->arg(0)), B = T.of(E->arg(1));
    if (!A.exact() || !B.exact())
      continue;
    switch (E->op()) {
    case Op::Eq:
      for (const auto &[X, Y] : {std::pair(A.Lo, B.Lo), {B.Lo, A.Lo}})
        L.setGrid(*X, *Y);
      F.assume(*A.Lo - *B.Lo);
      F.assume(*B.Lo - *A.Lo);
      break;
    case Op::Slt:
    case Op::Ult:
      F.assume(*B.Lo - *A.Lo - Formula(1));
      break;
    case Op::Sle:
    case Op::Ule:
      F.assume(*B.Lo - *A.Lo);
      break;
    default:
      break;
    }
  }
  for (unsigned D = 0; D < 3; ++D)
    F.assume(L.Grid[D] - Formula(1));
  T.forget();
}

void CostBuilder::addAccess(std::vector<SiteCost> &R, const Access &A, const Iterations &At) {
  Space Where = K.array(A.Array).Where;
  bool Generic = Where == Space::Generic;
  if (Where == Space::Local)
    return;
  bool Sized = A.Size && A.Size->isConst() && A.Size->value() > 0 && A.Size->value() <= 1024;
  unsigned Piece = A.Id < Code.Pieces.size() ? Code.Pieces[A.Id] : 1;
  for (Metric M : {Metric::Sectors, Metric::Conflicts}) {
    bool Global = M == Metric::Sectors;
    if (!Generic && Global == (Where == Space::Shared))
      continue;
    SiteCost S{M, A.Loc, {}, false, ""};
    if (Sized && A.Offset) {
      S.Cost = Global ? Lanes.sectors(A, Piece, At) : Lanes.conflicts(A, Piece, At);
      if (S.Cost.Data && !llvm::is_contained(DataAddresses, A.Loc))
        DataAddresses.push_back(A.Loc);
    } else {
      S.Why = "how many bytes are accessed is not known";
    }
    R.push_back(std::move(S));
  }
}

void CostBuilder::addBranch(std::vector<SiteCost> &R, const Node &N, const Iterations &At) {
  bool Switch = N.Id < Code.Switches.size() && Code.Switches[N.Id];
  if (N.Succs.size() < 2 && !Switch)
    return;
  SiteCost S{Metric::Divergent, N.Succs[0].Loc, {}, false, ""};
  S.Exit = Loops.isExit(N);
  if (Switch)
    S.Cost.Most = {1};
  else if (!S.Exit)
    S.Cost = Lanes.splits(N, At);
  if (S.Exit || S.Cost.Most != ByWarp{0})
    R.push_back(std::move(S));
}

/// Instructions, once where a lane of the warp comes; barriers likewise.
void CostBuilder::addSteps(std::vector<SiteCost> &R, const Node &N, const Iterations &At) {
  LaneCost Comes = Lanes.reaches(N.Id, At);
  auto Scaled = [&](int64_t By) {
    LaneCost C = Comes;
    for (ByWarp *B : {&C.Most, &C.Least})
      for (int64_t &V : *B)
        V *= By;
    return C;
  };
  SourceLoc Loc;
  for (const Event &E : N.Events) {
    if (E.What == Event::Kind::Barrier) {
      const Barrier &B = K.barrier(E.Id);
      if (B.Kind == BarrierKind::Block)
        R.push_back({Metric::Barriers, B.Loc, Scaled(1), false, ""});
    }
    if (Loc.Line)
      continue;
    Loc = E.What == Event::Kind::Access    ? K.access(E.Id).Loc
          : E.What == Event::Kind::Barrier ? K.barrier(E.Id).Loc
          : E.What == Event::Kind::Slot    ? K.Slots[E.Id].Loc
                                           : Loc;
  }
  if (!Loc.Line && !N.Succs.empty())
    Loc = N.Succs[0].Loc;
  if (!Loc.Line && N.Loop != NoId)
    Loc = K.Loops[N.Loop].Loc;
  if (!Loc.Line)
    Loc = K.Loc;
  if (N.Id < Code.Steps.size())
    R.push_back({Metric::Steps, Loc, Scaled(Code.Steps[N.Id]), false, ""});
  else if (!N.Succs.empty())
    R.push_back({Metric::Steps, Loc, {}, false, "the kernel's instructions are not known"});
}

const std::vector<SiteCost> &CostBuilder::sites(NodeId N, const Iterations &At) {
  auto [It, New] = Sites.try_emplace({N, At});
  if (!New)
    return It->second;
  std::vector<SiteCost> R;
  const Node &Here = K.Nodes[N];
  for (const Event &E : Here.Events)
    if (E.What == Event::Kind::Access)
      addAccess(R, K.access(E.Id), At);
  addBranch(R, Here, At);
  addSteps(R, Here, At);
  for (const ModelGap &G : K.Gaps) {
    if (G.Node != N && !(G.Node == NoId && N == 0))
      continue;
    for (unsigned M = 0; M < NumMetrics; ++M)
      if (G.MayAccessMemory || (G.MaySynchronize && Metric(M) == Metric::Barriers))
        R.push_back({Metric(M), G.Loc, {}, false, G.Reason});
  }
  return It->second = std::move(R);
}

bool CostBuilder::wants(const SiteCost &S, const View &V) const {
  return !V.Line || (S.Loc.Line == V.Line->Line && S.Loc.File == V.Line->File);
}

/// Nodes of one turn of the loop around, with the loops inside.
Costs CostBuilder::nodes(llvm::ArrayRef<NodeId> Of, LoopId Around, const Iterations &At,
                         const View &V) {
  Costs R;
  for (NodeId N : Of) {
    LoopId In = K.Nodes[N].Loop;
    if (In != Around) {
      if (K.Loops[In].Header == N && K.Loops[In].Parent == Around) {
        Costs Inner = loop(In, At, V);
        for (unsigned M = 0; M < NumMetrics; ++M)
          R[M].add(Inner[M]);
      }
      continue;
    }
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
      R[unsigned(S.Of)].add(One);
    }
  }
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

/// A loop whose turns differ in what its counter shifts: gone through turn by turn.
bool CostBuilder::enumerated(const Loop &In, const TripCount &Trip, const Costs &Body,
                             const Iterations &At, const View &V, Costs &R) {
  constexpr unsigned MostTurns = 32, MaxWork = 4000;
  const std::optional<Formula> Count = V.Most ? Trip.Most : std::optional(Trip.Least);
  if (!Count || In.Kind != LoopKind::Geometric)
    return false;
  auto Fixed = Count->constant();
  // A shift by more than the width gives nothing: there are no more turns.
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
  for (unsigned M = 0; M < NumMetrics; ++M) {
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
      // Each turn at the cost of the dearest.
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

/// The part of a turn in which the loop is left.
void CostBuilder::addLast(Costs &R, LoopId Id, const TripCount &Trip, const Iterations &At,
                          const View &V) {
  const Loop &In = K.Loops[Id];
  Costs Last = nodes(Trip.Last, Id, At, V);
  for (unsigned M = 0; M < NumMetrics; ++M) {
    WarpCost One = Last[M];
    // Lanes that leave in different turns make no common request.
    if (!V.Most && !Trip.Splits.isZero() && M < unsigned(Metric::Steps))
      continue;
    if (Trip.Most)
      for (Formula &C : One.ByWarp)
        C = F.substitute(C, In.Counter, V.Most ? *Trip.Most : Trip.Least);
    R[M].add(One);
  }
}

/// Lanes that part where some leave the loop.
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
          R[unsigned(S.Of)].add(One);
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
  Costs Body = nodes(In.Nodes, Id, At, V), R;
  if (!V.Most || Trip.Most) {
    if (!enumerated(In, Trip, Body, At, V, R))
      for (unsigned M = 0; M < NumMetrics; ++M)
        R[M] = times(Body[M], In.Counter, V.Most ? *Trip.Most : Trip.Least, V.Most);
  } else {
    for (unsigned M = 0; M < NumMetrics; ++M)
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
