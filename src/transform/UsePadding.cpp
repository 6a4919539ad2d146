// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/layout/SharedRows.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

/// A bank conflict does not need unused padding: pad-shared repairs it.
static llvm::Expected<std::vector<Repair>> refuse(const Finding &F, llvm::Error Why) {
  if (F.check() == Check::UnusedPadding)
    return Why;
  llvm::consumeError(std::move(Why));
  return std::vector<Repair>();
}

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  const Array &A = C.K.Model.array(C.K.Model.access(F.Accesses[0]).Array);
  llvm::Expected<SharedArray> S = findShared(C, A);
  if (!S)
    return refuse(F, S.takeError());
  llvm::Expected<LongerRows> Rows = lengthenRows(C, *S, F);
  if (!Rows)
    return refuse(F, Rows.takeError());
  if (Rows->Elements > Rows->Extent)
    return refuse(
        F, llvm::createStringError("'" + A.Name + "' is too small for rows one element longer"));
  return std::vector<Repair>{suggest("use-padding",
                                     "index the rows of '" + A.Name + "' with their padding",
                                     std::move(Rows->Edits))};
}

static bool applies(const Finding &F) {
  return (F.check() == Check::UnusedPadding || F.check() == Check::BankConflict) &&
         !F.Accesses.empty();
}

const RepairKind UsePadding = {
    "use-padding",
    R"(Puts the rows of a shared array that is declared with padding as far apart as it has room for.

Before:                              After:
  __shared__ float tile[32 * 33];      __shared__ float tile[32 * 33];
  x = tile[threadIdx.x * 32 + i];      x = tile[threadIdx.x * (32 + 1) + i];

Every index of the array is changed or none: each has to be row * length + column, with bounds
that follow from constant blocks and loops and a column below the length, and the array has to
have room for the last row.)",
    applies, propose};

} // namespace cudafix::transform
