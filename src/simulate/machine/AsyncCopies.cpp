// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies (PTX ISA, "cp.async"): a copy reads and writes at any time between where
// it is issued and the first wait of its thread that covers its group. Here it does so at the
// wait; until then its marks are later than everything that orders.
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
  L.Copies.push_back({To, From, Size, L.CopyGroups});
}

void Machine::commitCopies(Lane &L) { ++L.CopyGroups; }

void Machine::finishCopies(Lane &L, uint64_t Groups) {
  llvm::erase_if(L.Copies, [&](const AsyncCopy &C) {
    if (C.Group >= Groups)
      return false;
    std::memmove(C.To, C.From, C.Size);
    Mem.replaceMarks(C.From, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/false);
    Mem.replaceMarks(C.To, C.Size, Ordering::underWay(L), Past.mark(L), /*Writes=*/true);
    return true;
  });
}

void Machine::waitForCopies(Lane &L, uint32_t Open) {
  finishCopies(L, L.CopyGroups - std::min<uint64_t>(Open, L.CopyGroups));
}

} // namespace cudafix::simulate
