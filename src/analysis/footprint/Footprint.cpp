// SPDX-License-Identifier: Apache-2.0

#include "analysis/footprint/FootprintBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// If an exact analysis takes more requests than this, only some warps of a block are examined.
static constexpr size_t MaxRequests = 16384;
/// After so many computed values, only the first case of each access is examined.
static constexpr unsigned MaxWork = 60000;

bool FootprintBuilder::exhausted(const LaneValues &V) const { return Work + V.work() > MaxWork; }

bool FootprintBuilder::isCounted(const Access &A) const {
  const Array &Of = K.array(A.Array);
  return (Of.Where == Space::Global || Of.Where == Space::Shared) && A.Offset && !A.OfWarp &&
         A.Size->isConst() && A.Size->value() > 0 && A.Size->value() <= 1024;
}

double FootprintBuilder::executions(NodeId N) const {
  double Times = 1;
  if (!Turns.empty())
    for (LoopId L : Flow.loopsAround(N))
      Times *= Turns[L];
  return Times;
}

uint64_t FootprintBuilder::requestBytes(const Access &A) {
  constexpr uint64_t Widest = 16;
  uint64_t Size = A.Size->value();
  return A.Align ? std::min({Size, uint64_t(A.Align), Widest}) : Size;
}

static Pattern patternOf(const LaneTerms &T, PartId Difference) {
  if (!Difference)
    return Pattern::Exact;
  switch (T.kind(Difference)) {
  case AtomKind::Uniform:
    return Pattern::Strided;
  case AtomKind::Varying:
    return Pattern::Unknown;
  case AtomKind::Data:
    return Pattern::Irregular;
  }
  llvm_unreachable("all kinds are listed");
}

static double waste(const RequestCost &R) {
  if (R.Passes)
    return double(R.Passes - std::min(R.Passes, R.IdealPasses)) / R.Passes;
  return R.Sectors ? double(R.Sectors - std::min(R.Sectors, R.IdealSectors)) / R.Sectors : 0;
}

static uint64_t wasted(const RequestCost &R) {
  if (R.Passes)
    return R.Passes - std::min(R.Passes, R.IdealPasses);
  return R.Sectors - std::min(R.Sectors, R.IdealSectors);
}

void FootprintBuilder::addRequest(Outcome &O, const Access &A, const LaneForms &Lanes,
                                  uint32_t Active) {
  unsigned First = llvm::countr_zero(Active);
  for (unsigned L = First; L < WarpSize; ++L) {
    if (!(Active >> L & 1))
      continue;
    PartId Difference = T.add({Lanes[L].Part, 0}, {Lanes[First].Part, 0}, -1).Part;
    Pattern P = patternOf(T, Difference);
    O.Shape = std::max(O.Shape, P);
    if (P == Pattern::Irregular && !O.Data)
      O.Data = T.origin(Difference, AtomKind::Data);
    O.End = std::max(O.End, smt::satAdd(T.bounds(Lanes[L]).Hi, A.Size->value()));
    O.Aligned &= T.content(Lanes[L].Part, SectorBytes) == SectorBytes;
  }
  RequestCost R;
  if (!shared(A)) {
    R = globalRequest(T, Lanes, Active, requestBytes(A));
    for (uint64_t Done = requestBytes(A); Done < A.Size->value(); Done += requestBytes(A))
      O.Total.add(R); // the access's further requests cost the same
  } else if (auto Known = sharedRequest(Lanes, Active, A.Size->value())) {
    R = *Known;
  } else {
    O.Shape = std::max(O.Shape, Pattern::Unknown);
    return;
  }
  O.Total.add(R);
  auto Badness = [](const RequestCost &C) {
    return std::tuple(wasted(C), C.Sectors, C.Lines, C.Lanes);
  };
  if (!O.Worst.Requests || Badness(R) > Badness(O.Worst)) {
    O.Worst = R;
    O.WorstLanes = Lanes;
    O.WorstActive = Active;
  }
}

void FootprintBuilder::addAccess(LaneValues &V, const Access &A) {
  V.restart();
  Expr Guard = Flow.reached(A.Node);
  do {
    uint32_t Active = V.mayHold(Guard);
    if (A.Guard)
      Active &= V.mayHold(A.Guard);
    LaneForms Lanes = Active ? V.of(A.Offset) : LaneForms{};
    ForkAnswers Forks = V.forks();
    llvm::sort(Forks);
    Outcome &O = Outcomes[A.Id][Forks];
    ++O.Cases;
    if (Active)
      addRequest(O, A, Lanes, Active);
  } while (nextCase(V));
  const bool OfOnes = ExprContext::any(A.Offset, [&](Expr E) {
    return E->op() == Op::Apply && llvm::is_contained(Ones, E->symbol());
  });
  if (OfOnes || V.assumed() || V.truncated() || exhausted(V))
    Assumed.insert(A.Id);
}

void FootprintBuilder::addBranch(LaneValues &V, const Node &N) {
  BranchLanes &B = Branches[N.Id];
  V.restart();
  unsigned Case = 0;
  do {
    uint32_t Active = V.mayHold(Flow.reached(N.Id));
    uint32_t Sides[] = {Active & V.holds(N.Succs[0].Cond), Active & ~V.mayHold(N.Succs[0].Cond)};
    B.Decided &= (Sides[0] | Sides[1]) == Active;
    B.Split.Warps += Active != 0;
    B.Split.Split += Sides[0] && Sides[1];
    for (unsigned I : {0, 1}) {
      B.Split.Sides[I].Warps += Sides[I] != 0;
      B.Lanes[I][Case] += llvm::popcount(Sides[I]);
    }
    if (!Case++)
      B.Masks.push_back({Sides[0], Sides[1]});
  } while (nextCase(V));
}

/// Finds the branches that some warps split, and how many lanes take each side.
void FootprintBuilder::addSplits(Footprints &R) const {
  for (const auto &[Id, B] : Branches) {
    if (!B.Decided || !B.Split.Split)
      continue;
    BranchSplit &S = R.Branches.emplace_back(B.Split);
    S.Node = Id;
    S.Executions = executions(Id);
    for (unsigned I : {0, 1})
      for (auto [Case, Lanes] : B.Lanes[I]) {
        S.Sides[I].Lanes += Lanes;
        S.Sides[I].Needed += llvm::divideCeil(Lanes, WarpSize);
      }
  }
}

void FootprintBuilder::addWarp(LaneValues &V) {
  for (const Access &A : K.Accesses)
    if (isCounted(A) && Flow.position(A.Node) != NoId)
      addAccess(V, A);
  for (const Node &N : K.Nodes)
    if (N.Succs.size() == 2 && N.Succs[0].Divergent && Flow.position(N.Id) != NoId)
      addBranch(V, N);
}

/// The best outcome that a launch can choose: at least this much is wasted.
const Outcome *FootprintBuilder::choose(AccessId A) const {
  const Outcome *Best = nullptr;
  auto It = Outcomes.find(A);
  if (It == Outcomes.end())
    return nullptr;
  for (const auto &[Forks, O] : It->second)
    if (O.Total.Requests && (!Best || waste(O.Total) < waste(Best->Total)))
      Best = &O;
  return Best ? Best : &It->second.begin()->second;
}

void FootprintBuilder::finish(Footprint &F) {
  const Outcome *O = choose(F.Access);
  F.Warps = Shape.warps();
  F.Executions = executions(K.access(F.Access).Node);
  F.Assumed = Shape.Assumed || Assumed.contains(F.Access) || Outcomes[F.Access].size() > 1;
  F.Shape = O->Shape;
  F.Worst = O->Worst;
  F.Total = O->Total;
  F.Cases = O->Cases;
  F.Lanes = llvm::popcount(O->WorstActive);
  F.Aligned = O->Aligned;
  F.Data = O->Data;
  smt::Wide End = 0;
  for (const auto &[Forks, Each] : Outcomes[F.Access])
    End = std::max(End, Each.End);
  if (shared(K.access(F.Access)) && !Assumed.contains(F.Access) && End < INT64_MAX)
    F.End = int64_t(End);
  if (!O->WorstActive)
    return;
  describeStride(F, *O);
  findWalk(F, *O);
}

Footprints FootprintBuilder::build() {
  Footprints R;
  R.Shape = Shape;
  if (!Shape.threads())
    return R;
  size_t Each = std::max<size_t>(1, K.Accesses.size());
  std::set<unsigned> Warps;
  for (unsigned W = 0; W < Shape.warps(); ++W)
    if (Shape.warps() * Each <= MaxRequests || W < 2 || W + 1 == Shape.warps())
      Warps.insert(W);
  for (unsigned W : Warps) {
    LaneValues V(K, Known, Shape, W, T);
    addWarp(V);
    Work += V.work();
  }
  for (const Access &A : K.Accesses)
    if (Outcomes.contains(A.Id)) {
      Footprint &F = R.Accesses.emplace_back();
      F.Access = A.Id;
      finish(F);
      if (Warps.size() < Shape.warps()) {
        F.Assumed = true;
        F.End.reset();
      }
    }
  joinNeighbours(R);
  if (Warps.size() == Shape.warps())
    addSplits(R);
  return R;
}

DrawnFootprints FootprintBuilder::draw(Footprints Of) const {
  DrawnFootprints R;
  for (const Footprint &F : Of.Accesses) {
    const Outcome *O = choose(F.Access);
    R.Requests.push_back({O->WorstLanes, O->WorstActive});
  }
  for (const BranchSplit &B : Of.Branches)
    R.Branches.push_back({B.Node, Branches.at(B.Node).Masks});
  R.Of = std::move(Of);
  return R;
}

DrawnFootprints cudafix::analysis::drawFootprints(const Kernel &K, const Launch &L) {
  FootprintBuilder B(K, L);
  return B.draw(B.build());
}

Footprints cudafix::analysis::computeFootprints(const Kernel &K, const Launch &L,
                                                llvm::ArrayRef<double> Turns) {
  return FootprintBuilder(K, L, Turns).build();
}
