// SPDX-License-Identifier: Apache-2.0
//
// The geometry of an access: the distances between its lanes, and which other accesses are next to
// it.

#include "analysis/footprint/FootprintBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

void FootprintBuilder::describeStride(Footprint &F, const Outcome &O) {
  std::map<LaneForm, unsigned> Count;
  std::vector<std::pair<unsigned, LaneForm>> Steps;
  for (unsigned L = 0, Last = WarpSize; L < WarpSize; ++L) {
    if (!(O.WorstActive >> L & 1))
      continue;
    if (Last != WarpSize) {
      LaneForm D = T.add(O.WorstLanes[L], O.WorstLanes[Last], -1);
      Steps.push_back({L, D});
      if (D != LaneForm())
        ++Count[D];
    }
    Last = L;
  }
  auto Most = std::max_element(Count.begin(), Count.end(),
                               [](auto &A, auto &B) { return A.second < B.second; });
  if (Most == Count.end() || Most->second * 2 < Steps.size())
    return;
  F.Stride = Most->first;
  F.StrideText = T.print(Most->first);
  if (auto P = T.product(Most->first))
    F.StrideFrom = P->first + " >= " +
                   std::to_string(llvm::divideCeil(SectorBytes, uint64_t(std::abs(P->second))));
  F.Run = WarpSize;
  for (auto &[L, D] : Steps)
    if (D != *F.Stride) {
      F.Run = L;
      break;
    }
}

void FootprintBuilder::findWalk(Footprint &F, const Outcome &O) {
  const Access &A = K.access(F.Access);
  LaneForm First = O.WorstLanes[llvm::countr_zero(O.WorstActive)];
  for (LoopId L : Flow.loopsAround(A.Node)) {
    auto Step = T.coefficient(First.Part, K.Ctx->apply(K.Loops[L].Counter));
    if (Step && std::abs(*Step) < SectorBytes && *Step)
      F.Walk = L;
  }
}

/// The parts of a vector access (float4) are one request of 8 or 16 bytes a lane.
void FootprintBuilder::makeVector(const Member &First, const Group &G, unsigned Bytes) {
  const Access &A = K.access(First.F->Access);
  LaneForms Lanes = G.Lanes;
  for (LaneForm &L : Lanes)
    L.K += First.At;
  RequestCost One = shared(A) ? sharedRequest(Lanes, G.Active, Bytes).value_or(First.F->Worst)
                              : globalRequest(T, Lanes, G.Active, Bytes);
  uint64_t Requests = First.F->Total.Requests;
  First.F->Worst = One;
  First.F->Total = {};
  for (uint64_t I = 0; I < Requests; ++I)
    First.F->Total.add(One);
  for (const Member &M : G.Members)
    M.F->Part |=
        M.At > First.At && M.At < First.At + int64_t(Bytes) && K.access(M.F->Access).Loc == A.Loc;
}

/// Looks for accesses that continue `First` without a gap.
void FootprintBuilder::findVector(const Member &First, const Group &G) {
  const Access &A = K.access(First.F->Access);
  int64_t Size = A.Size->value();
  auto Has = [&](int64_t At, bool SamePlace) {
    return llvm::any_of(G.Members, [&](const Member &M) {
      const Access &B = K.access(M.F->Access);
      bool Same = B.Loc == A.Loc && B.CallChain == A.CallChain;
      return M.At == At && B.Kind == A.Kind && B.Node == A.Node && !B.Volatile &&
             B.Size == A.Size && (Same || !SamePlace);
    });
  };
  auto Covers = [&](unsigned Bytes, bool SamePlace) {
    bool Whole = true;
    for (int64_t At = 0; At < Bytes; At += Size)
      Whole &= Has(First.At + At, SamePlace);
    return Whole;
  };
  auto Aligned = [&](unsigned Bytes) {
    for (unsigned L = 0; L < WarpSize; ++L)
      if (G.Active >> L & 1 &&
          (T.content(G.Lanes[L].Part, Bytes) % Bytes || (G.Lanes[L].K + First.At) % int64_t(Bytes)))
        return false;
    return true;
  };
  bool Covered = llvm::any_of(G.Members, [&](const Member &M) {
    const Access &B = K.access(M.F->Access);
    return M.At < First.At && First.At < M.At + M.F->VectorBytes && B.Kind == A.Kind &&
           B.Node == A.Node;
  });
  if ((A.Kind != AccessKind::Read && A.Kind != AccessKind::Write) || A.Volatile || Covered)
    return;
  for (unsigned Bytes : {16, 8}) {
    if (Size >= Bytes || Bytes % Size || !Aligned(Bytes) || !Covers(Bytes, false))
      continue;
    if (Covers(Bytes, true) && (!A.Align || A.Align >= Bytes))
      makeVector(First, G, Bytes);
    else if (!shared(A))
      First.F->VectorBytes = Bytes;
    return;
  }
}

/// Joins accesses of one loop iteration that differ only by an offset.
void FootprintBuilder::joinNeighbours(Footprints &R) {
  std::map<std::tuple<ArrayId, LoopId, uint32_t, LaneForms>, Group> Groups;
  for (Footprint &F : R.Accesses) {
    const Access &A = K.access(F.Access);
    const Outcome *O = choose(F.Access);
    if (!F.isKnown() || !O->WorstActive)
      continue;
    LaneForms Lanes = O->WorstLanes;
    int64_t At = Lanes[llvm::countr_zero(O->WorstActive)].K;
    for (LaneForm &L : Lanes)
      L.K -= At;
    Group &G = Groups[{A.Array, K.Nodes[A.Node].Loop, O->WorstActive, Lanes}];
    G.Members.push_back({&F, At});
    G.Lanes = Lanes;
    G.Active = O->WorstActive;
  }
  for (auto &[Key, G] : Groups) {
    std::vector<LaneBytes> Bytes;
    std::set<std::pair<int64_t, uint64_t>> Seen;
    for (const Member &M : G.Members) {
      const Access &A = K.access(M.F->Access);
      int64_t Size = shared(A) ? A.Size->value() : requestBytes(A);
      for (int64_t At = M.At; At < M.At + int64_t(A.Size->value()); At += Size) {
        if (!Seen.insert({At, Size}).second)
          continue;
        for (unsigned L = 0; L < WarpSize; ++L)
          if (G.Active >> L & 1)
            Bytes.push_back({T.add(G.Lanes[L], {0, At}), Size});
      }
    }
    RequestCost Together = globalRequest(T, Bytes);
    for (const Member &M : G.Members) {
      M.F->Together = Together;
      M.F->Neighbours = Seen.size() - 1;
    }
    llvm::sort(G.Members, [](const Member &A, const Member &B) {
      return std::pair(A.At, A.F->Access) < std::pair(B.At, B.F->Access);
    });
    for (const Member &M : G.Members)
      if (!M.F->Part)
        findVector(M, G);
  }
  llvm::erase_if(R.Accesses, [](const Footprint &F) { return F.Part; });
}
