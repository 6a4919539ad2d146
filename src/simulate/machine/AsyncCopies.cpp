// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies (PTX ISA, "cp.async"): a copy reads and writes at any time between where
// it is issued and the first wait of its thread that covers its group. Here it does so at the
// wait; until then its marks are later than everything that orders.
#include "simulate/machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace cudafix::simulate {

/// The cells of a range of bytes, each once.
static void forCells(Memory &Mem, uintptr_t At, uint64_t Size,
                     llvm::function_ref<void(Cell &)> Do) {
  for (uintptr_t End = At + Size; At < End;) {
    bool Parts = Mem.word(At).Flags & Split;
    Do(Parts ? Mem.byte(At) : Mem.word(At));
    At += Parts ? 1 : 4 - At % 4;
  }
}

/// Replaces the marks that the thread's copy has left by others; `At` in memory of the host has
/// none.
static void putMarks(Memory &Mem, const char *P, uint64_t Size, Mark Old, Mark New, bool Writes) {
  auto At = reinterpret_cast<uintptr_t>(P);
  if (!Mem.contains(At))
    At = Mem.registered(At);
  if (!Mem.contains(At))
    return;
  forCells(Mem, At, Size, [&](Cell &C) {
    for (Mark *M : {&C.Write, &C.Read0, &C.Read1})
      if (*M == Old && (M == &C.Write) == Writes)
        *M = New;
  });
}

void Machine::startCopy(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read,
                        uint32_t Write) {
  if (!accessCopied(L, To, From, Size, Read, Write))
    return;
  putMarks(Mem, From, Size, Past.mark(L), Ordering::underWay(L), /*Writes=*/false);
  putMarks(Mem, To, Size, Past.mark(L), Ordering::underWay(L), /*Writes=*/true);
  L.Copies.push_back({To, From, Size, L.CopyGroups});
}

void Machine::commitCopies(Lane &L) { ++L.CopyGroups; }

void Machine::finishCopies(Lane &L, uint64_t Groups) {
  llvm::erase_if(L.Copies, [&](const AsyncCopy &C) {
    if (C.Group >= Groups)
      return false;
    std::memmove(C.To, C.From, C.Size);
    putMarks(Mem, C.From, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/false);
    putMarks(Mem, C.To, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/true);
    return true;
  });
}

void Machine::waitForCopies(Lane &L, uint32_t Open) {
  finishCopies(L, L.CopyGroups - std::min<uint64_t>(Open, L.CopyGroups));
}

} // namespace cudafix::simulate
