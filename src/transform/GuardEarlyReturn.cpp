// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/SourceWriter.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

std::optional<FilledTiles> fillTiles(const Context &C, const BarrierChange &Change,
                                     const Repair &Guarded, bool AreRead) {
  if (!Guarded.KeepsThreadsOut)
    return std::nullopt;
  llvm::Expected<SourceForm> Source = writeSource(C.P, C.K, Change, /*FillTiles=*/true);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return std::nullopt;
  }
  Repair R = Guarded;
  R.Title +=
      Source->ByCalls ? ", and make the calls that lead there" : ", and fill their tile before";
  R.HasIR = false;
  R.PatchedIR.clear();
  R.Edits = std::move(Source->Edits);
  R.Notes.assign(Source->Notes.begin(), Source->Notes.end());
  R.Assumptions = std::move(Source->Assumptions);
  if (AreRead)
    llvm::append_range(R.Assumptions, Source->Zeros);
  R.How = R.Assumptions.empty() ? Applicability::Proven : Applicability::Conditional;
  return FilledTiles{std::move(R), Source->ByCalls};
}

const RepairKind GuardEarlyReturn = {
    "guard-early-return",
    R"(Moves an early return after the barriers, and guards what stood between.

Before:                              After:
  if (i >= n) return;                  if (i < n)
  s[t] = in[i];                          s[t] = in[i];
  __syncthreads();                     __syncthreads();
  out[i] = s[t / 2];                   if (i >= n) return;
                                       out[i] = s[t / 2];

Every thread then meets the barrier, which before sm_70 and in portable code it has to. The
comparison is negated for integers only; a floating-point one is kept and its result negated.
Where other threads read cells that only the threads that return would have filled, a guard
would leave these cells empty. All threads fill the tile then, and their loads past the end
give 0; the repair is conditional on that:

  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n) return;
  out[i] = s[t] + s[t + 1];)",
    nullptr, nullptr, "let all threads meet barriers"};

} // namespace cudafix::transform
