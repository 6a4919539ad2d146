// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::detect {

using analysis::Footprint;

/// Length in bytes of the rows if each lane is in a row of its own and all are in one bank; else 0.
static uint64_t rowBytes(const Footprint &P) {
  if (P.Shape != analysis::Pattern::Exact || !P.Stride || !P.Stride->isConst())
    return 0;
  uint64_t Row = std::abs(P.Stride->K);
  return Row % (analysis::Banks * analysis::BankBytes) ? 0 : Row;
}

/// The first byte of an array that no access of the kernel can touch; nullopt: not known.
static std::optional<uint64_t> usedBytes(const KernelFacts &F, ArrayId A) {
  int64_t End = 0;
  for (const analysis::Footprints &All : F.Memory) {
    for (const Access &Each : F.K.Accesses) {
      if (Each.Array != A)
        continue;
      auto Of =
          llvm::find_if(All.Accesses, [&](const Footprint &P) { return P.Access == Each.Id; });
      if (Of == All.Accesses.end() || !Of->End)
        return std::nullopt;
      End = std::max(End, *Of->End);
    }
  }
  return End;
}

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "unused-padding", Space::Shared);
  PlaceList Conflicts;
  for (const Footprint *P : M.worst())
    if (rowBytes(*P) && P->Worst.Passes > P->Worst.IdealPasses)
      Conflicts.push_back(P);
  std::vector<Finding> Findings;
  for (const PlaceList &OfArray : M.byArray(Conflicts)) {
    const Footprint &P = *M.worstOf(OfArray);
    const Array &A = M.array(P);
    uint64_t Element = M.access(P).Size->value(), Row = rowBytes(P);
    std::optional<uint64_t> Used = usedBytes(F, A.Id);
    if (!Used || !*Used)
      continue;
    uint64_t Rows = llvm::divideCeil(*Used, Row);
    // The last row needs no padding.
    if (Rows < 2 || A.Bytes < Rows * (Row + Element) - Element)
      continue;
    Finding N = M.make(P, Level::Warning,
                       "'" + A.Name + "' has room for " + std::to_string(Rows) + " rows of " +
                           std::to_string(Row / Element + 1) + " elements, but its rows begin " +
                           std::to_string(Row / Element) +
                           " elements apart: the padding is not used, and " + M.request(P) +
                           " takes " + count(P.Worst.Passes, "pass") + " where " +
                           std::to_string(P.Worst.IdealPasses) + " would do");
    N.RowElements = Row / Element;
    N.Metrics.push_back({"row_elements", *N.RowElements});
    M.addPlaces(N, OfArray);
    Findings.push_back(std::move(N));
  }
  return Findings;
}

const Detector UnusedPadding = {
    "unused-padding",
    Level::Warning,
    R"(Finds shared arrays that are declared with padding which no index uses.
Why: rows of a shared array are made one element longer so that a column lies in different
banks. Where the array is only declared larger and the indices still put its rows at the old
distance, the memory is spent and the conflicts stay.
How: of an array whose lanes stand in rows at a distance of whole banks, the last byte that any
access can touch is computed; the array has room for as many rows that are one element longer.
Limits: only where the bounds of all accesses to the array follow from the block and the loops.)",
    detect,
    Group::Performance,
    metric::BankPasses};

} // namespace cudafix::detect
