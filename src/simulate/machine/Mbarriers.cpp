// SPDX-License-Identifier: Apache-2.0
//
// Counting barriers: mbarriers in memory (PTX ISA, "mbarrier"), which libcu++'s barriers also are,
// and split barriers of cooperative groups.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace cudafix::simulate {

/// Size and alignment of an mbarrier in bytes, and the largest count (PTX ISA, "Contents of the
/// mbarrier object").
static constexpr uint64_t MbarrierBytes = 8, MostArrivals = (1 << 20) - 1;
static constexpr int64_t MostPendingBytes = (1 << 20) - 1;
/// Number of consecutive unsuccessful tests after which no thread is assumed to make progress.
static constexpr uint64_t MostVain = 1'000;

/// The contents of an mbarrier's memory, so that other uses of it are detected, and other launches
/// know its state. The two highest bits distinguish it from unwritten memory and from a number.
static uint64_t wordOf(uint64_t Expected, uint64_t Missing, int64_t Bytes, uint64_t Phase) {
  return uint64_t(1) << 62 | (Phase & 1) << 61 | (static_cast<uint64_t>(Bytes) & 0x1fffff) << 40 |
         (Missing & 0xfffff) << 20 | (Expected & 0xfffff);
}

void Machine::keep(char *P, Arrival &A) {
  A.Word = wordOf(A.Expected, A.Missing, A.Bytes, A.Phase);
  std::memcpy(P, &A.Word, MbarrierBytes);
}

/// Records the access to the mbarrier's memory. Returns false if that does not exist.
bool Machine::reach(Lane &L, char *P, uint32_t Site, bool Plain) {
  if (--Fuel <= 0)
    refuel(L);
  uintptr_t Cells;
  if (locate(L, P, MbarrierBytes, Site, Cells) != P)
    return false;
  if (!Cells)
    return true;
  auto At = reinterpret_cast<uintptr_t>(P);
  if (At % MbarrierBytes) {
    Event E;
    E.Kind = EventKind::Misaligned;
    E.Site = Site;
    E.Thread = L.Id;
    describe(E, Cells);
    note(std::move(E));
  }
  if (Plain)
    checkParts<Kind::Write>(L, Cells, MbarrierBytes, Site, nullptr);
  else
    checkParts<Kind::AtomicWrite>(L, Cells, MbarrierBytes, Site, nullptr);
  return true;
}

/// The mbarrier at the address; if there is none, the simulation ends.
Machine::Arrival &Machine::mbarrier(Lane &L, char *P, uint32_t Site) {
  if (!reach(L, P, Site, /*Plain=*/false))
    stop(L, EventKind::NoMbarrier, Site, "outside of memory");
  uint64_t Word;
  std::memcpy(&Word, P, MbarrierBytes);
  Arrival &A = Mbarriers[reinterpret_cast<uintptr_t>(P)];
  if (A.Word && A.Word == Word)
    return A;
  const Object *O = Mem.find(reinterpret_cast<uintptr_t>(P));
  if (Word && Word <= MostArrivals) { // initialised by a constructor
    A = Arrival();
    A.Expected = A.Missing = Word;
  } else if (Word >> 62 == 1 && O && O->Kind != ObjectKind::Shared) { // left by another launch
    A = Arrival();
    A.Expected = Word & 0xfffff;
    A.Missing = Word >> 20 & 0xfffff;
    A.Bytes = static_cast<int64_t>(Word << 3) >> 43;
    A.Phase = Word >> 61 & 1;
  } else {
    stop(L, EventKind::NoMbarrier, Site,
         A.Word ? "whose memory was written to since it was initialised"
                : "that is not initialised yet");
  }
  A.Order = Past.make();
  A.Ends.resize(A.Phase);
  keep(P, A);
  return A;
}

void Machine::initMbarrier(Lane &L, char *P, uint32_t Count, uint32_t Site) {
  if (!reach(L, P, Site, /*Plain=*/true))
    return;
  if (Count == 0 || Count > MostArrivals)
    stop(L, EventKind::MbarrierPhase, Site,
         "initialises an mbarrier for " + std::to_string(Count) +
             " arrivals; it counts from 1 to " + std::to_string(MostArrivals));
  Arrival &A = Mbarriers[reinterpret_cast<uintptr_t>(P)];
  A = Arrival();
  A.Expected = A.Missing = Count;
  A.Order = Past.make();
  keep(P, A);
  ++Changes;
}

void Machine::endMbarrier(Lane &L, char *P, uint32_t Site) {
  mbarrier(L, P, Site).Word = 0;
  reach(L, P, Site, /*Plain=*/true);
  std::memset(P, 0, MbarrierBytes);
}

void Machine::release(Lane &L, Arrival &A) {
  Past.release(L, *A.Order, /*Everything=*/true, /*Narrow=*/false);
}

/// Takes what was released up to the end of the phase.
void Machine::acquire(Lane &L, Arrival &A, uint64_t Phase) {
  if (Phase < A.Ends.size())
    Past.acquire(L, *A.Order, /*AtOnce=*/true, A.Ends[Phase]);
}

/// Begins the next phase.
void Machine::endPhase(Arrival &A) {
  ++A.Phase;
  A.Ends.push_back(A.Order->Log.size());
  A.Missing = A.Expected;
  for (Block *B : Running)
    for (Lane &W : B->Lanes)
      if (W.State == LaneState::AtArrival && W.Value == reinterpret_cast<uintptr_t>(&A))
        W.State = LaneState::Ready;
}

uint64_t Machine::arrive(Lane &L, char *P, uint32_t Count, int32_t Bytes, bool Drops,
                         uint32_t Site) {
  Arrival &A = mbarrier(L, P, Site);
  ++Changes;
  if (Count) // an arrival that only expects bytes releases nothing
    release(L, A);
  if (Count > A.Missing)
    stop(L, EventKind::MbarrierPhase, Site,
         "arrives " + (Count == 1 ? "" : std::to_string(Count) + " times ") +
             "at an mbarrier whose phase " +
             (A.Missing ? "waits for " + std::to_string(A.Missing) + " more"
                        : "has had all its " + std::to_string(A.Expected)) +
             " arrivals" + (A.Bytes ? ", but not all bytes of its copies" : ""),
         OpenPhase{A.Phase, A.Expected, A.Missing, A.Bytes});
  A.Bytes += Bytes;
  if (std::abs(A.Bytes) > MostPendingBytes)
    stop(L, EventKind::MbarrierPhase, Site,
         "lets an mbarrier wait for " + std::to_string(A.Bytes) + " bytes; it counts up to " +
             std::to_string(MostPendingBytes));
  uint64_t Phase = A.Phase;
  A.Missing -= Count;
  if (Drops)
    A.Expected -= std::min<uint64_t>(Count, A.Expected);
  if (A.Missing == 0 && A.Bytes == 0)
    endPhase(A);
  else
    land(A, /*Wanted=*/false);
  keep(P, A);
  return Phase;
}

static bool isOver(uint64_t Now, uint64_t Phase, bool Parity) {
  return Parity ? (Now ^ Phase) & 1 : Now != Phase;
}

/// The phase that has ended when a wait for this one succeeds.
static uint64_t ended(uint64_t Now, uint64_t Phase, bool Parity) {
  return Parity ? Now - 1 : Phase;
}

void Machine::waitMbarrier(Lane &L, char *P, uint64_t Phase, bool Parity, uint32_t Site) {
  Arrival &A = mbarrier(L, P, Site);
  L.Value = reinterpret_cast<uintptr_t>(&A);
  L.Tests = false;
  if (!isOver(A.Phase, Phase, Parity)) {
    land(A, /*Wanted=*/true);
    keep(P, A);
  }
  // a late wait may find a later phase of the same parity
  while (!isOver(A.Phase, Phase, Parity))
    suspend(L, LaneState::AtArrival, Site);
  acquire(L, A, ended(A.Phase, Phase, Parity));
  L.Unended = A.Phase ? 0 : Site;
}

bool Machine::testMbarrier(Lane &L, char *P, uint64_t Phase, bool Parity, uint32_t Site) {
  const uint64_t Before = Changes;
  Arrival &A = mbarrier(L, P, Site);
  Changes = Before; // it only looks
  if (!isOver(A.Phase, Phase, Parity)) {
    land(A, /*Wanted=*/true);
    keep(P, A);
  }
  if (!isOver(A.Phase, Phase, Parity)) {
    // The first answer may be negative; if asked again, the thread waits.
    bool Again = L.Tested == reinterpret_cast<uintptr_t>(P) && L.TestedPhase == A.Phase;
    L.Tested = reinterpret_cast<uintptr_t>(P);
    L.TestedPhase = A.Phase;
    L.Value = reinterpret_cast<uintptr_t>(&A);
    L.Tests = true;
    suspend(L, Again ? LaneState::AtArrival : LaneState::Ready, Site);
    if (!Again || !isOver(A.Phase, Phase, Parity))
      return false;
  }
  L.Tested = 0;
  acquire(L, A, ended(A.Phase, Phase, Parity));
  L.Unended = A.Phase ? 0 : Site;
  return true;
}

/// Lets tests of threads that wait for the end of a phase fail, so that these threads may do
/// something else. Returns false if there are none. `Stuck`: no other thread can run; then also
/// returns false if this was in vain too often.
bool Machine::releaseTests(bool Stuck) {
  Vain = Changes == SeenChanges ? Vain + Stuck : 0;
  SeenChanges = Changes;
  if (Vain > MostVain)
    return false;
  bool Any = false;
  for (Block *B : Running)
    for (Lane &L : B->Lanes)
      if (L.State == LaneState::AtArrival && L.Tests) {
        L.State = LaneState::Ready;
        Any = true;
      }
  return Any;
}

/// The name of what a thread waits for, if it has one.
std::string Machine::awaited(const Lane &L) {
  if (L.State == LaneState::AtBarrier)
    return "barrier " + std::to_string(L.Number);
  if (L.State != LaneState::AtArrival)
    return "";
  if (L.B->Of && L.Value == reinterpret_cast<uintptr_t>(&L.B->Of->Barrier))
    return "the barrier of its cluster, to which " + std::to_string(L.B->Of->Barrier.Missing) +
           " of " + std::to_string(L.B->Of->Barrier.Expected) + " threads have not come";
  for (auto &[At, A] : Mbarriers) {
    if (L.Value != reinterpret_cast<uintptr_t>(&A))
      continue;
    const Object *O = Mem.find(At);
    std::string Text = "phase " + std::to_string(A.Phase) + " of mbarrier '";
    Text += (O ? O->Name : "") + "'";
    if (O && At != O->Begin)
      Text += " at byte " + std::to_string(At - O->Begin);
    if (A.Missing)
      Text += " (" + std::to_string(A.Missing) + " of " + std::to_string(A.Expected) +
              " arrivals are missing)";
    else if (A.Bytes > 0)
      Text += " (" + std::to_string(A.Bytes) + " bytes of copies are missing)";
    else if (A.Bytes < 0)
      Text += " (" + std::to_string(-A.Bytes) + " more bytes than expected have come)";
    return Text;
  }
  return "";
}

/// The phase for which threads of the block wait in vain: preferably one that has got some of what
/// it needs.
std::optional<OpenPhase> Machine::openPhase(const Block &B) const {
  std::optional<OpenPhase> Found;
  for (const Lane &L : B.Lanes)
    for (const auto &[At, A] : Mbarriers) {
      if (L.State != LaneState::AtArrival || L.Value != reinterpret_cast<uintptr_t>(&A))
        continue;
      if (!Found || (Found->Missing == Found->Expected && A.Missing < A.Expected))
        Found = {A.Phase, A.Expected, A.Missing, A.Bytes};
    }
  return Found;
}

/// The barrier of all threads of the block or the grid.
Machine::Arrival &Machine::wholeOf(const Lane &L, bool Grid) {
  Arrival &A = Grid ? OfGrid : OfBlocks[L.B->Number];
  if (!A.Expected) {
    A.Expected = Grid ? Blocks * Threads : L.B->Live;
    for (const Block *B : Running)
      A.Expected -= Grid ? Threads - B->Live : 0;
    A.Missing = A.Expected;
    A.Order = Past.make();
  }
  return A;
}

void Machine::arriveWhole(Lane &L, bool Grid) {
  Arrival &A = wholeOf(L, Grid);
  ++Changes;
  release(L, A);
  if (--A.Missing == 0)
    endPhase(A);
}

/// Its token is not kept: the phase at which the thread arrived last is meant.
void Machine::waitWhole(Lane &L, bool Grid, uint32_t Site) {
  Arrival &A = wholeOf(L, Grid);
  L.Tests = false;
  L.Value = reinterpret_cast<uintptr_t>(&A);
  uint64_t Phase = A.Phase - (A.Missing == A.Expected);
  if (A.Phase == Phase)
    suspend(L, LaneState::AtArrival, Site);
  acquire(L, A, Phase);
}

} // namespace cudafix::simulate
