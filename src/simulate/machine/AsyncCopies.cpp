// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies (PTX ISA, "cp.async"): a copy reads and writes at any time between its issue
// and the first wait of its thread that covers its group. Here it does so at the wait; until then
// its marks are later than anything that orders accesses.
#include "simulate/machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace cudafix::simulate {

void Machine::startCopy(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read,
                        uint32_t Write) {
  if (!accessCopied(L, To, From, Size, Read, Write))
    return;
  Mem.replaceMarks(From, Size, Past.mark(L), Ordering::underWay(L), /*Writes=*/false);
  Mem.replaceMarks(To, Size, Past.mark(L), Ordering::underWay(L), /*Writes=*/true);
  Copied = true;
  L.Copies.push_back({To, From, Size, L.CopyGroups, L.CopiesIssued++});
}

void Machine::commitCopies(Lane &L) { ++L.CopyGroups; }

void Machine::finish(Lane &L, llvm::function_ref<bool(const AsyncCopy &)> Ends) {
  llvm::erase_if(L.Copies, [&](const AsyncCopy &C) {
    if (!Ends(C))
      return false;
    std::memmove(C.To, C.From, C.Size);
    Mem.replaceMarks(C.From, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/false);
    Mem.replaceMarks(C.To, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/true);
    return true;
  });
}

void Machine::finishCopies(Lane &L, uint64_t Groups) {
  finish(L, [&](const AsyncCopy &C) { return C.Group < Groups; });
}

/// cp.async.mbarrier.arrive: the thread arrives when the copies that it has issued have ended. Here
/// that happens when a wait could not end otherwise. `Added`: the phase waits for one more arrival.
void Machine::arriveByCopies(Lane &L, char *P, bool Added, uint32_t Site) {
  Arrival &A = mbarrier(L, P, Site);
  ++Changes;
  release(L, A);
  A.Missing += Added;
  A.Late.push_back({L.Id, L.CopiesIssued});
  ++L.LateArrivals;
  land(A, /*Wanted=*/false);
  keep(P, A);
}

/// Makes the oldest of the arrivals that wait for copies.
void Machine::arriveLate(Arrival &A) {
  const LateArrival Of = A.Late.front();
  A.Late.pop_front();
  --A.Missing;
  ++Changes;
  for (Block *B : Running)
    if (B->Number == Of.Thread >> 10) {
      Lane &L = B->Lanes[Of.Thread & 1023];
      Past.advance(); // so that its marks are unique
      finish(L, [&](const AsyncCopy &C) { return C.Number < Of.Copies; });
      Past.releaseCopy(Past.mark(L), *A.Order);
      if (--L.LateArrivals == 0 && L.State == LaneState::Done)
        finishCopies(L);
    }
}

void Machine::waitForCopies(Lane &L, uint32_t Open) {
  finishCopies(L, L.CopyGroups - std::min<uint64_t>(Open, L.CopyGroups));
}

} // namespace cudafix::simulate
