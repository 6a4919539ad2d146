// SPDX-License-Identifier: Apache-2.0
//
// Exchanges between the lanes of a warp: all lanes that the mask names meet.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace cudafix::simulate {

/// A product of a warp's matrices counts as this many accesses.
static constexpr int64_t CostOfProduct = 256;

/// The lane that `L` reads from, or its own if that is outside of the segment. `Extra` holds the
/// operand and, above it, PTX's clamp and segment mask.
static unsigned sourceLane(const Lane &L, bool &InRange) {
  uint32_t B = static_cast<uint32_t>(L.Extra), Control = L.Extra >> 32;
  int Me = L.LaneId, Clamp = Control & 31, Segment = Control >> 8 & 31;
  int Top = (Me & Segment) | (Clamp & ~Segment), Bottom = Me & Segment, From = Me;
  switch (L.Op) {
  case WarpOp::ShuffleUp:
    From = Me - static_cast<int>(B & 31);
    InRange = From >= Top;
    break;
  case WarpOp::ShuffleDown:
    From = Me + static_cast<int>(B & 31);
    InRange = From <= Top;
    break;
  case WarpOp::ShuffleXor:
    From = Me ^ static_cast<int>(B & 31);
    InRange = From <= Top;
    break;
  default:
    From = Bottom | (static_cast<int>(B & 31) & ~Segment);
    InRange = From <= Top;
  }
  return InRange ? From : Me;
}

static uint32_t reduce(WarpOp Op, uint32_t A, uint32_t B) {
  auto S = [](uint32_t V) { return static_cast<int32_t>(V); };
  switch (Op) {
  case WarpOp::Add:
    return A + B;
  case WarpOp::Min:
    return S(A) < S(B) ? A : B;
  case WarpOp::Max:
    return S(A) > S(B) ? A : B;
  case WarpOp::UMin:
    return std::min(A, B);
  case WarpOp::UMax:
    return std::max(A, B);
  case WarpOp::And:
    return A & B;
  case WarpOp::Or:
    return A | B;
  default:
    return A ^ B;
  }
}

static uint64_t result(const Lane &L, llvm::ArrayRef<Lane *> Met, Lane *const (&Warp)[32]) {
  uint32_t Ballot = 0, Equal = 0, Mask = 0;
  for (Lane *O : Met) {
    Mask |= 1u << O->LaneId;
    Ballot |= uint32_t(O->Value != 0) << O->LaneId;
    Equal |= uint32_t(O->Value == L.Value) << O->LaneId;
  }
  switch (L.Op) {
  case WarpOp::Sync:
  case WarpOp::Multiply:
    return 0;
  case WarpOp::ShuffleIndex:
  case WarpOp::ShuffleUp:
  case WarpOp::ShuffleDown:
  case WarpOp::ShuffleXor: {
    bool InRange = false;
    const Lane *From = Warp[sourceLane(L, InRange)];
    // a lane that does not take part provides no value
    return (From ? From->Value & 0xffffffff : 0) | uint64_t(InRange) << 32;
  }
  case WarpOp::All:
    return Ballot == Mask;
  case WarpOp::Any:
    return Ballot != 0;
  case WarpOp::Uniform:
    return Ballot == Mask || Ballot == 0;
  case WarpOp::Ballot:
    return Ballot;
  case WarpOp::MatchAny:
    return Equal;
  case WarpOp::MatchAll:
    return Equal == Mask ? Mask | uint64_t(1) << 32 : 0;
  default: {
    uint32_t Sum = Met.front()->Value;
    for (Lane *O : Met.drop_front())
      Sum = reduce(L.Op, Sum, O->Value);
    return Sum;
  }
  }
}

uint64_t Machine::warp(Lane &L, WarpOp Op, uint32_t Mask, uint64_t Value, uint64_t Extra,
                       uint32_t Site) {
  L.Op = Op;
  L.Mask = Mask | 1u << L.LaneId;
  L.Value = Value;
  L.Extra = Extra;
  L.State = LaneState::AtWarp;
  L.Site = Site;
  ++L.B->Exchanging;
  tryWarp(*L.B, L.Linear / 32 * 32);
  if (L.State == LaneState::AtWarp)
    suspend(L, LaneState::AtWarp, Site);
  return L.Result;
}

uint32_t Machine::activeMask(Lane &L, uint32_t Site) {
  L.B->Unsettled = true;
  suspend(L, LaneState::AtMask, Site);
  return L.Result;
}

/// Completes those exchanges of a warp at which all named lanes have arrived. Lanes that have left
/// the kernel are not waited for.
bool Machine::tryWarp(Block &B, unsigned First) {
  unsigned Last = std::min(First + 32, Threads);
  bool Any = false;
  for (unsigned I = First; I < Last; ++I) {
    Lane &L = B.Lanes[I];
    if (L.State != LaneState::AtWarp)
      continue;
    uint32_t Met = 0;
    bool Complete = true;
    for (unsigned J = First; J < Last && Complete; ++J) {
      Lane &O = B.Lanes[J];
      if (!(L.Mask >> (J - First) & 1) || O.State == LaneState::Done)
        continue;
      Complete = O.State == LaneState::AtWarp && O.Op == L.Op && O.Mask == L.Mask;
      Met |= 1u << (J - First);
    }
    if (!Complete)
      continue;
    complete(B, First, Met, L);
    Any = true;
  }
  return Any;
}

void Machine::complete(Block &B, unsigned First, uint32_t Lanes, Lane &Of) {
  llvm::SmallVector<Lane *, 32> Met;
  Lane *Warp[32] = {};
  for (unsigned I = 0; I < 32; ++I)
    if (Lanes >> I & 1)
      Met.push_back(Warp[I] = &B.Lanes[First + I]);
  for (Lane *L : Met)
    L->Result = result(*L, Met, Warp);
  if (Of.Op == WarpOp::Multiply) {
    MatrixOperands *Parts[32];
    for (unsigned I = 0; I < 32; ++I)
      Parts[I] = Warp[I] ? reinterpret_cast<MatrixOperands *>(Warp[I]->Value) : nullptr;
    multiply(Parts, Of.Extra);
    Fuel -= CostOfProduct;
  }
  for (Lane *L : Met)
    L->State = LaneState::Ready;
  B.Exchanging -= Met.size();
  if (Of.Op != WarpOp::Sync)
    return; // a shuffle exchanges registers and orders no memory
  Past.meetLanes(Met, Lanes);
}

} // namespace cudafix::simulate
