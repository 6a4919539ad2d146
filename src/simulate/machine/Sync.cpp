// SPDX-License-Identifier: Apache-2.0
//
// Barriers of blocks and grids.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

static constexpr unsigned WarpSize = 32;

uint32_t Machine::barrier(Lane &L, uint32_t Site) {
  if (L.Number >= BarrierNumbers)
    stop(L, EventKind::Trap, Site, "barrier " + std::to_string(L.Number) + " of 16");
  Block &B = *L.B;
  unsigned Came = ++B.Waiting[L.Number];
  L.Site = Site;
  if (L.Barrier == BarrierOp::Arrive) {
    arriveOnly(L);
    return 0;
  }
  L.State = LaneState::AtBarrier;
  const bool PartWarps = B.Live < Threads || Threads % WarpSize;
  if (Came >= (L.Count ? L.Count : B.Live) || (L.Count && PartWarps))
    tryBarrier(B, L.Number);
  passOn(L);
  return L.Result;
}

/// An arrival without a wait; threads that wait there know what this one did before.
void Machine::arriveOnly(Lane &L) {
  SyncVariable *&V = L.B->NamedOrder[L.Number];
  if (!V)
    V = Past.make();
  Past.release(L, *V, /*Everything=*/true, /*Narrow=*/false);
  unsigned &Came = L.B->Waiting[L.Number];
  if (!tryBarrier(*L.B, L.Number) && Arrived.empty() && L.Count && Came >= L.Count)
    Came = 0; // the barrier has opened, and nobody waits
}

/// Collects the threads that wait at a barrier with a count, and returns how many the barrier
/// counts. It counts whole warps, even if some threads of a warp have left: a warp arrives with the
/// last of its remaining threads (PTX ISA, "barrier").
unsigned Machine::meetCounted(Block &B, uint32_t Number) {
  unsigned Count = B.Waiting[Number];
  for (unsigned First = 0; First < Threads; First += WarpSize) {
    auto Warp = llvm::MutableArrayRef(B.Lanes).slice(First, std::min(WarpSize, Threads - First));
    auto Waits = [&](const Lane &L) {
      return L.State == LaneState::AtBarrier && L.Number == Number;
    };
    const unsigned Here = llvm::count_if(Warp, Waits);
    if (Here == 0)
      continue;
    const unsigned Left =
        llvm::count_if(Warp, [](const Lane &L) { return L.State == LaneState::Done; });
    if (Here + Left < Warp.size()) {
      Count -= Here;
      continue;
    }
    Count += WarpSize - Here;
    for (Lane &L : Warp)
      if (Waits(L))
        Arrived.push_back(&L);
  }
  return Count;
}

/// Opens the barrier if everything for which it waits has arrived: the number of threads that it
/// names, or every thread of the block that has not left.
bool Machine::tryBarrier(Block &B, uint32_t Number) {
  Arrived.clear();
  unsigned Count = 0;
  for (Lane &L : B.Lanes)
    if (L.State == LaneState::AtBarrier && L.Number == Number) {
      Arrived.push_back(&L);
      Count = L.Count;
    }
  if (Arrived.empty())
    return false;
  const unsigned Waiting = Arrived.size();
  if (Count)
    Arrived.clear();
  if (Count ? meetCounted(B, Number) < Count || Arrived.empty() : B.Waiting[Number] < B.Live)
    return false;
  const unsigned Stay = Waiting - Arrived.size();
  release(B, Number, !Count || Arrived.size() == Threads);
  B.Waiting[Number] = Stay;
  return true;
}

/// Reports threads that meet at different barriers, or miss one. A numbered barrier may be at
/// several places.
void Machine::checkArrivals(Block &B, uint32_t Number) {
  uint32_t Site = Arrived.front()->Site;
  Event E;
  E.Site = Site;
  E.Thread = Arrived.front()->Id;
  bool Mixed = Number == 0 && llvm::any_of(Arrived, [&](Lane *L) { return L->Site != Site; });
  bool Left = B.Live < Threads;
  if (!Mixed && !Left)
    return;
  for (Lane *L : Arrived)
    (L->Site == Site ? E.Waiting : E.Missing).push_back(L->Id);
  if (Mixed) {
    for (Lane *L : Arrived)
      if (L->Site != Site)
        E.Other = L->Site;
    E.Kind = EventKind::MixedBarriers;
    note(E);
    return;
  }
  bool Passed = false;
  for (Lane &L : B.Lanes)
    if (L.State == LaneState::Done) {
      E.Missing.push_back(L.Id);
      Passed |= llvm::is_contained(L.Missed, Site);
    }
  E.Kind = Passed ? EventKind::MissedBarrier : EventKind::EarlyExit;
  note(E);
}

void Machine::release(Block &B, uint32_t Number, bool Whole) {
  if (Whole)
    checkArrivals(B, Number);
  SyncVariable *Order = nullptr;
  if (auto Named = B.NamedOrder.find(Number); Named != B.NamedOrder.end())
    Order = Named->second;
  if (!Whole && !Order)
    Order = B.NamedOrder[Number] = Past.make();
  uint32_t Fenced = UINT32_MAX;
  uint64_t Trues = 0;
  for (Lane *L : Arrived) {
    Past.promote(*L);
    Trues += L->Value;
    Fenced = std::min(Fenced, L->FenceIsNarrow ? 0 : L->FenceEpoch);
    if (!Whole)
      Past.release(*L, *Order, /*Everything=*/true, /*Narrow=*/false);
  }
  for (Lane *L : Arrived) {
    switch (L->Barrier) {
    case BarrierOp::And:
      L->Result = Trues == Arrived.size();
      break;
    case BarrierOp::Or:
      L->Result = Trues != 0;
      break;
    default:
      L->Result = Trues;
    }
    if (Order) {
      // The log contains its own arrival, and so everything that it knows.
      if (!Whole)
        L->Known = Past.newKnowledge();
      Past.acquire(*L, *Order, /*AtOnce=*/true);
    }
    L->State = LaneState::Ready;
    // From here on, all threads know what any of them has acquired.
    if (!Whole || !L->Known)
      continue;
    for (Reference R : L->Known->Seen)
      B.Known->add({R.Variable, R.Count, Past.now()});
    L->Known = nullptr;
  }
  if (!Whole)
    return;
  Past.meet(B, Fenced);
  Log.countBlock(B, /*Last=*/false);
}

void Machine::gridBarrier(Lane &L, uint32_t Site) { suspend(L, LaneState::AtGrid, Site); }

bool Machine::tryGrid() {
  if (NextBlock < Blocks || Running.empty())
    return false;
  for (Block *B : Running)
    for (Lane &L : B->Lanes)
      if (L.State != LaneState::AtGrid && L.State != LaneState::Done)
        return false;
  reportMissedGrid();
  Past.meetGrid(Running);
  for (Block *B : Running)
    for (Lane &L : B->Lanes)
      if (L.State == LaneState::AtGrid)
        L.State = LaneState::Ready;
  return true;
}

void Machine::reportMissedGrid() {
  Event E;
  for (Block *B : Running)
    for (Lane &L : B->Lanes) {
      if (L.State == LaneState::AtGrid && E.Waiting.empty()) {
        E.Waiting.push_back(L.Id);
        E.Thread = L.Id;
        E.Site = L.Site;
      }
    }
  E.Kind = EventKind::EarlyExit;
  for (Block *B : Running)
    for (Lane &L : B->Lanes) {
      if (L.State != LaneState::Done)
        continue;
      bool Passed = llvm::is_contained(L.Missed, E.Site);
      if (!Gone || (Passed && E.Kind == EventKind::EarlyExit))
        Gone = L.Id;
      if (Passed)
        E.Kind = EventKind::MissedBarrier;
    }
  if (!Gone)
    return;
  E.OtherThread = *Gone;
  E.Text = "grid";
  note(std::move(E));
}

/// Called when no thread can run: reports which threads wait where.
void Machine::reportStuck() {
  Stopped = true;
  for (Block *B : Running) {
    Event E;
    E.Kind = EventKind::Deadlock;
    const Lane *First = nullptr;
    for (Lane &L : B->Lanes) {
      if (L.State == LaneState::Done) {
        E.Missing.push_back(L.Id);
        continue;
      }
      if (!First)
        First = &L;
      if (L.Site == First->Site && awaited(L) == awaited(*First)) {
        E.Waiting.push_back(L.Id);
        continue;
      }
      E.Missing.push_back(L.Id);
      E.Other = L.Site;
      E.OtherThread = L.Id;
      E.Object = awaited(L);
    }
    if (!First)
      continue;
    E.Text = awaited(*First);
    E.Phase = openPhase(*B);
    E.Site = First->Site;
    E.Thread = First->Id;
    note(std::move(E));
    return;
  }
}

} // namespace cudafix::simulate
