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

void WarpCost::fail(const WarpCost &O) {
  if (O.Known || !Known)
    return;
  Known = false;
  Why = O.Why;
  Where = O.Where;
}

void WarpCost::add(const WarpCost &O) {
  Tight &= O.Tight;
  fail(O);
  if (!Known)
    return;
  widen(ByWarp, O.ByWarp.size());
  for (size_t I = 0; I < ByWarp.size(); ++I)
    ByWarp[I] += O.ByWarp[O.ByWarp.size() == 1 ? 0 : I];
}

CostBuilder::CostBuilder(const Kernel &K, const Launch &Of, const CodeFacts &Code)
    : K(K), Code(Code), Shared(std::make_shared<Formulas>()), F(*Shared), L(K, Of, F), Flow(K),
      T(L, F), Lanes(L, Of, Flow), Loops(L, Flow, F, T, Lanes), Active(L, F, T) {
  useFacts(Of, L, F, T);
  for (const Node &N : K.Nodes) {
    ClassOfNode.push_back(classOf(Active.holding(Lanes.mayReach(N.Id)), false));
    std::optional<Activity> Splits;
    if (N.Succs.size() == 2 && N.Succs[0].Cond)
      Splits = Active.splitBy(N.Succs[0].Cond);
    ClassOfSplit.push_back(Splits ? classOf(Splits, true) : ClassOfNode.back());
  }
  HasBarrier.resize(K.Loops.size());
  for (const Barrier &B : K.Barriers)
    if (B.Node != NoId && B.Kind == BarrierKind::Block)
      for (LoopId In : Flow.loopsAround(B.Node))
        HasBarrier[In] = true;
  T.forget();
}

/// Returns the class of the warps that satisfy one condition. Classes are told apart by their
/// condition, not by the number of their warps.
unsigned CostBuilder::classOf(std::optional<Activity> A, bool Splits) {
  constexpr size_t MaxClasses = 16;
  if (!A)
    return 0;
  for (size_t I = 1; I < Classes.size(); ++I)
    if (Classes[I].first.Cond == A->Cond && Classes[I].second == Splits)
      return I;
  if (Classes.size() == MaxClasses)
    return 0;
  Classes.push_back({*A, Splits});
  return Classes.size() - 1;
}

void cost::useFacts(const Launch &Of, Layout &L, Formulas &F, Terms &T) {
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
  if (Where == Space::Local || Where == Space::Surface) // surfaces are counted with textures
    return;
  bool Sized = A.Size && A.Size->isConst() && A.Size->value() > 0 && A.Size->value() <= 1024;
  unsigned Size = Sized ? A.Size->value() : 0;
  unsigned Piece = A.Id < Code.Pieces.size() ? Code.Pieces[A.Id] : 1;
  if (A.Id < Code.Widths.size() && Code.Widths[A.Id] != Size) {
    if (!Code.Widths[A.Id])
      return;
    Size = Piece = Code.Widths[A.Id];
  }
  for (Metric M : {Metric::Sectors, Metric::Conflicts}) {
    bool Global = M == Metric::Sectors;
    if (!Generic && Global == (Where == Space::Shared))
      continue;
    SiteCost S{M, A.Loc, {}, false, "", ClassOfNode[A.Node]};
    if (Sized && A.Offset) {
      S.Cost = Global ? Lanes.sectors(A, Size, Piece, At) : Lanes.conflicts(A, Size, Piece, At);
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
  SiteCost S{Metric::Divergent, N.Succs[0].Loc, {}, false, "", ClassOfSplit[N.Id]};
  S.Exit = Loops.isExit(N);
  if (S.Exit || Switch)
    S.Class = ClassOfNode[N.Id];
  if (Switch)
    S.Cost.Most = {1};
  else if (!S.Exit)
    S.Cost = Lanes.splits(N, At);
  if (S.Exit || S.Cost.Most != ByWarp{0})
    R.push_back(std::move(S));
}

/// The source location of the node's first code, as far as it is known.
static SourceLoc placeOf(const Kernel &K, const Node &N) {
  for (const Event &E : N.Events) {
    SourceLoc Loc = E.What == Event::Kind::Access    ? K.access(E.Id).Loc
                    : E.What == Event::Kind::Barrier ? K.barrier(E.Id).Loc
                    : E.What == Event::Kind::Slot    ? K.Slots[E.Id].Loc
                                                     : SourceLoc();
    if (Loc.Line)
      return Loc;
  }
  if (!N.Succs.empty() && N.Succs[0].Loc.Line)
    return N.Succs[0].Loc;
  return N.Loop != NoId && K.Loops[N.Loop].Loc.Line ? K.Loops[N.Loop].Loc : K.Loc;
}

/// A texel is at most 16 bytes and aligned to its size, so each lane reads one sector.
void CostBuilder::addTextures(std::vector<SiteCost> &R, const Node &N) {
  if (unsigned Reads = N.Id < Code.Fetches.size() ? Code.Fetches[N.Id] : 0) {
    SiteCost S{Metric::Sectors, placeOf(K, N), {}, false, "", ClassOfNode[N.Id]};
    S.Cost.Most = {int64_t(Reads) * analysis::WarpSize};
    S.Cost.Data = true;
    if (!llvm::is_contained(DataAddresses, S.Loc))
      DataAddresses.push_back(S.Loc);
    R.push_back(std::move(S));
  }
  if (N.Id < Code.Filters.size() && Code.Filters[N.Id])
    R.push_back(
        {Metric::Sectors, placeOf(K, N), {}, false, "a texture read may take several texels"});
}

/// Adds the node's instructions and barriers, once for each warp with a lane that comes there.
void CostBuilder::addSteps(std::vector<SiteCost> &R, const Node &N, const Iterations &At) {
  LaneCost Comes = Lanes.reaches(N.Id, At);
  auto Scaled = [&](int64_t By) {
    LaneCost C = Comes;
    for (ByWarp *B : {&C.Most, &C.Least})
      for (int64_t &V : *B)
        V *= By;
    return C;
  };
  for (const Event &E : N.Events)
    if (E.What == Event::Kind::Barrier)
      if (const Barrier &B = K.barrier(E.Id); B.Kind == BarrierKind::Block)
        R.push_back({Metric::Barriers, B.Loc, Scaled(1), false, "", ClassOfNode[N.Id]});
  SourceLoc Loc = placeOf(K, N);
  if (N.Id < Code.Steps.size())
    R.push_back({Metric::Steps, Loc, Scaled(Code.Steps[N.Id]), false, "", ClassOfNode[N.Id]});
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
  addTextures(R, Here);
  addBranch(R, Here, At);
  addSteps(R, Here, At);
  for (const ModelGap &G : K.Gaps) {
    if (G.Node != N && !(G.Node == NoId && N == 0))
      continue;
    for (unsigned M = 0; M < unsigned(Metric::Span); ++M)
      if (G.MayAccessMemory || (G.MaySynchronize && Metric(M) == Metric::Barriers))
        R.push_back({Metric(M), G.Loc, {}, false, G.Reason});
  }
  return It->second = std::move(R);
}

bool CostBuilder::wants(const SiteCost &S, const View &V) const {
  return !V.Line || (S.Loc.Line == V.Line->Line && S.Loc.File == V.Line->File);
}
