// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Calls.h"
#include "simulate/machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace cudafix::simulate {
namespace {

char *load1(Lane *L, char *P, uint32_t Site) { return L->M->load<1>(*L, P, Site); }
char *load2(Lane *L, char *P, uint32_t Site) { return L->M->load<2>(*L, P, Site); }
char *load4(Lane *L, char *P, uint32_t Site) { return L->M->load<4>(*L, P, Site); }
char *load8(Lane *L, char *P, uint32_t Site) { return L->M->load<8>(*L, P, Site); }
char *load16(Lane *L, char *P, uint32_t Site) { return L->M->load<16>(*L, P, Site); }
char *loadN(Lane *L, char *P, uint64_t Size, uint32_t Site) {
  return L->M->loadWide(*L, P, Size, Site);
}
char *store1(Lane *L, char *P, uint64_t V, uint32_t Site) { return L->M->store<1>(*L, P, V, Site); }
char *store2(Lane *L, char *P, uint64_t V, uint32_t Site) { return L->M->store<2>(*L, P, V, Site); }
char *store4(Lane *L, char *P, uint64_t V, uint32_t Site) { return L->M->store<4>(*L, P, V, Site); }
char *store8(Lane *L, char *P, uint64_t V, uint32_t Site) { return L->M->store<8>(*L, P, V, Site); }
char *storeN(Lane *L, char *P, uint64_t Size, const char *Value, uint32_t Site) {
  return L->M->storeWide(*L, P, Size, Value, Site);
}
char *local(Lane *L, char *P, uint64_t Size, char *Begin, uint64_t Bytes, uint32_t Site) {
  return L->M->local(*L, P, Size, Begin, Bytes, Site);
}
char *atomic(Lane *L, char *P, uint32_t Site) { return L->M->atomic(*L, P, Site, nullptr); }
char *compareAndSwap(Lane *L, char *P, uint64_t Expected, uint32_t Site) {
  return L->M->atomic(*L, P, Site, &Expected);
}
void copy(Lane *L, char *To, const char *From, uint64_t Size, uint32_t Read, uint32_t Write) {
  L->M->copy(*L, To, From, Size, Read, Write);
}
void fill(Lane *L, char *To, uint32_t Byte, uint64_t Size, uint32_t Site) {
  L->M->fill(*L, To, Byte, Size, Site);
}
void startCopy(Lane *L, char *To, const char *From, uint64_t Size, uint32_t Read, uint32_t Write) {
  L->M->startCopy(*L, To, From, Size, Read, Write);
}
void commitCopies(Lane *L) { L->M->commitCopies(*L); }
void waitForCopies(Lane *L, uint32_t Open) { L->M->waitForCopies(*L, Open); }
void finishCopies(Lane *L) { L->M->finishCopies(*L); }
void bulkIn(Lane *L, char *To, const char *From, uint64_t Size, char *Object, uint32_t Mask,
            uint32_t Read, uint32_t Write, uint32_t Site) {
  L->M->bulkIn(*L, To, From, Size, Object, Mask, Read, Write, Site);
}
void asyncStore(Lane *L, char *To, uint64_t Low, uint64_t High, uint32_t Size, uint32_t Reduces,
                char *Object, uint32_t Write, uint32_t Site) {
  L->M->asyncStore(*L, To, Low, High, Size, Reduces, Object, Write, Site);
}
void bulkOut(Lane *L, char *To, const char *From, uint64_t Size, uint32_t Reduces, uint32_t Read,
             uint32_t Write) {
  L->M->bulkOut(*L, To, From, Size, Reduces, Read, Write);
}
void commitBulk(Lane *L) { L->M->commitBulk(*L); }
void waitForBulk(Lane *L, uint32_t Open, uint32_t Reads) { L->M->waitForBulk(*L, Open, Reads); }
void fenceProxies(Lane *L) { L->M->fenceProxies(*L); }
uint32_t barrier(Lane *L, uint32_t Op, uint32_t Number, uint32_t Count, uint32_t Value,
                 uint32_t Site) {
  L->Barrier = static_cast<BarrierOp>(Op);
  L->Number = Number;
  L->Count = Count;
  L->Value = Value != 0;
  return L->M->barrier(*L, Site);
}
void gridBarrier(Lane *L, uint32_t Site) { L->M->gridBarrier(*L, Site); }
uint64_t warp(Lane *L, uint32_t Op, uint32_t Mask, uint64_t Value, uint64_t Extra, uint32_t Site) {
  return L->M->warp(*L, static_cast<WarpOp>(Op), Mask, Value, Extra, Site);
}
void tileSync(Lane *L, uint32_t Size, uint32_t Site) {
  uint32_t Mask = Size >= 32 ? ~0u : ((1u << Size) - 1) << (L->LaneId & ~(Size - 1));
  L->M->warp(*L, WarpOp::Sync, Mask, 0, 0, Site);
}
uint32_t activeMask(Lane *L, uint32_t Site) { return L->M->activeMask(*L, Site); }
void fence(Lane *L, uint32_t Scope) { L->M->fence(*L, static_cast<AtomicScope>(Scope)); }
void arriveWhole(Lane *L, uint32_t Grid) { L->M->arriveWhole(*L, Grid); }
void waitWhole(Lane *L, uint32_t Grid, uint32_t Site) { L->M->waitWhole(*L, Grid, Site); }
void arriveCluster(Lane *L, uint32_t How, uint32_t Site) { L->M->arriveCluster(*L, How, Site); }
void waitCluster(Lane *L, uint32_t Site) { L->M->waitCluster(*L, Site); }
void fenceInits(Lane *L) { L->M->fenceInits(*L); }
char *mapShared(Lane *L, char *P, uint32_t Rank, uint32_t Site) {
  return L->M->mapShared(*L, P, Rank, Site);
}
uint32_t sharedRank(Lane *L, const char *P) { return L->M->sharedRank(*L, P); }
void initMbarrier(Lane *L, char *P, uint32_t Count, uint32_t Site) {
  L->M->initMbarrier(*L, P, Count, Site);
}
void endMbarrier(Lane *L, char *P, uint32_t Site) { L->M->endMbarrier(*L, P, Site); }
uint64_t arrive(Lane *L, char *P, uint32_t Count, uint32_t Bytes, uint32_t Drops, uint32_t Site) {
  return L->M->arrive(*L, P, Count, static_cast<int32_t>(Bytes), Drops, Site);
}
void arriveByCopies(Lane *L, char *P, uint32_t Added, uint32_t Site) {
  L->M->arriveByCopies(*L, P, Added, Site);
}
void waitMbarrier(Lane *L, char *P, uint64_t Phase, uint32_t Parity, uint32_t Site) {
  L->M->waitMbarrier(*L, P, Phase, Parity, Site);
}
uint32_t testMbarrier(Lane *L, char *P, uint64_t Phase, uint32_t Parity, uint32_t Site) {
  return L->M->testMbarrier(*L, P, Phase, Parity, Site);
}
void fetchTexture(Lane *L, char *To, uint64_t Bytes, uint64_t Handle, float X, float Y, float Z,
                  uint32_t How, int32_t Index, uint32_t Site) {
  Fetch F;
  F.Kind = static_cast<FetchKind>(How & 0xff);
  F.ChannelBytes = How >> 8 & 0xff;
  F.Float = How >> 16;
  F.Bytes = Bytes;
  F.X = X;
  F.Y = Y;
  F.Z = Z;
  F.Index = Index;
  L->M->fetch(*L, To, Handle, F, Site);
}
void readSurface(Lane *L, char *To, uint64_t Bytes, uint64_t Handle, int32_t X, int32_t Y,
                 int32_t Z, uint32_t Outside, uint32_t Site) {
  L->M->readSurface(*L, To, Handle, {X, Y, Z, Bytes, static_cast<BoundaryMode>(Outside)}, Site);
}
void writeSurface(Lane *L, const char *From, uint64_t Bytes, uint64_t Handle, int32_t X, int32_t Y,
                  int32_t Z, uint32_t Outside, uint32_t Site) {
  L->M->writeSurface(*L, From, Handle, {X, Y, Z, Bytes, static_cast<BoundaryMode>(Outside)}, Site);
}
void *function(Lane *L, const char *Address, uint32_t Type, uint32_t Site) {
  return L->M->function(*L, Address, Type, Site);
}
void leave(Lane *L) { L->M->leave(*L); }
void trap(Lane *L, uint32_t Site) { L->M->stop(*L, EventKind::Trap, Site, ""); }
void unreachable(Lane *L, uint32_t Site) {
  L->M->stop(*L, EventKind::Trap, Site, "the code says that no thread comes here");
}
void failAssertion(Lane *L, const char *Text, uint32_t Site) {
  L->M->stop(*L, EventKind::Assertion, Site, L->M->text(*L, Text, Site).str());
}
uint32_t print(Lane *L, const char *Format, const char *Values, uint32_t Site) {
  return L->M->print(*L, Format, Values, Site);
}
char *heap(Lane *L, uint64_t Bytes) { return L->M->heap(*L, Bytes); }
void freeHeap(Lane *L, char *P, uint32_t Site) { L->M->freeHeap(*L, P, Site); }
uint32_t isSpace(Lane *L, const char *P, uint32_t Space) { return L->M->isSpace(P, Space); }
void unsupported(Lane *L, uint32_t Index) { L->M->refuse(*L, Index); }
void branch(Lane *L, uint32_t Site, uint64_t Value) { L->M->branch(*L, Site, Value); }
void missed(Lane *L, uint32_t Site) {
  if (L->LastMissed == Site)
    return;
  L->LastMissed = Site;
  if (!llvm::is_contained(L->Missed, Site))
    L->Missed.push_back(Site);
}
void pause(Lane *L) { L->M->pause(*L); }
void turn(Lane *L) { L->M->turn(*L); }
/// Each read of the clock advances it, so that a loop that waits for a time ends.
uint64_t clock(Lane *L) {
  L->M->turn(*L);
  return L->M->clock();
}
/// The n-th lane of a mask; if there is none, the calling lane.
uint32_t nthLane(Lane *L, uint32_t Mask, uint32_t N) {
  for (uint32_t I = 0; I < 32; ++I)
    if (Mask >> I & 1 && N-- == 0)
      return I;
  return L->LaneId;
}
char *sharedAt(Lane *L, uint32_t Number) { return L->M->sharedAt(*L, Number); }
uint32_t laneId(Lane *L) { return L->LaneId; }
uint32_t warpId(Lane *L) { return L->Linear / 32; }

template <typename F> void *address(F *Function) { return reinterpret_cast<void *>(Function); }

} // namespace

void *machineCall(llvm::StringRef Name) {
  static const llvm::StringMap<void *> All = {
      {"sim.load1", address(load1)},
      {"sim.load2", address(load2)},
      {"sim.load4", address(load4)},
      {"sim.load8", address(load8)},
      {"sim.load16", address(load16)},
      {"sim.load", address(loadN)},
      {"sim.store1", address(store1)},
      {"sim.store2", address(store2)},
      {"sim.store4", address(store4)},
      {"sim.store8", address(store8)},
      {"sim.store", address(storeN)},
      {"sim.local", address(local)},
      {"sim.atomic", address(atomic)},
      {"sim.cas", address(compareAndSwap)},
      {"sim.copy", address(copy)},
      {"sim.fill", address(fill)},
      {"sim.copies.start", address(startCopy)},
      {"sim.copies.commit", address(commitCopies)},
      {"sim.copies.wait", address(waitForCopies)},
      {"sim.copies.finish", address(finishCopies)},
      {"sim.bulk.in", address(bulkIn)},
      {"sim.bulk.store", address(asyncStore)},
      {"sim.bulk.out", address(bulkOut)},
      {"sim.bulk.commit", address(commitBulk)},
      {"sim.bulk.wait", address(waitForBulk)},
      {"sim.bulk.fence", address(fenceProxies)},
      {"sim.barrier", address(barrier)},
      {"sim.grid", address(gridBarrier)},
      {"sim.warp", address(warp)},
      {"sim.tile", address(tileSync)},
      {"sim.activemask", address(activeMask)},
      {"sim.fence", address(fence)},
      {"sim.whole.arrive", address(arriveWhole)},
      {"sim.whole.wait", address(waitWhole)},
      {"sim.cluster.arrive", address(arriveCluster)},
      {"sim.cluster.wait", address(waitCluster)},
      {"sim.cluster.inits", address(fenceInits)},
      {"sim.cluster.map", address(mapShared)},
      {"sim.cluster.rank", address(sharedRank)},
      {"sim.mbarrier.init", address(initMbarrier)},
      {"sim.mbarrier.end", address(endMbarrier)},
      {"sim.mbarrier.arrive", address(arrive)},
      {"sim.mbarrier.copies", address(arriveByCopies)},
      {"sim.mbarrier.wait", address(waitMbarrier)},
      {"sim.mbarrier.test", address(testMbarrier)},
      {"sim.texture", address(fetchTexture)},
      {"sim.surface.read", address(readSurface)},
      {"sim.surface.write", address(writeSurface)},
      {"sim.function", address(function)},
      {"sim.leave", address(leave)},
      {"sim.trap", address(trap)},
      {"sim.unreachable", address(unreachable)},
      {"sim.assert", address(failAssertion)},
      {"sim.print", address(print)},
      {"sim.heap", address(heap)},
      {"sim.free", address(freeHeap)},
      {"sim.space", address(isSpace)},
      {"sim.unsupported", address(unsupported)},
      {"sim.branch", address(branch)},
      {"sim.missed", address(missed)},
      {"sim.pause", address(pause)},
      {"sim.turn", address(turn)},
      {"sim.clock", address(clock)},
      {"sim.nthlane", address(nthLane)},
      {"sim.sharedat", address(sharedAt)},
      {"sim.laneid", address(laneId)},
      {"sim.warpid", address(warpId)},
  };
  return All.lookup(Name);
}

} // namespace cudafix::simulate
