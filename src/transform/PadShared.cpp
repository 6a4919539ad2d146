// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/layout/SharedRows.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

/// Pads rows whose indices are computed by hand: changes every index, and makes the array larger.
llvm::Expected<std::vector<Edit>> writeByHand(const Context &C, const SharedArray &S,
                                              const Finding &F) {
  llvm::Expected<LongerRows> Rows = lengthenRows(C, S, F);
  if (!Rows)
    return Rows.takeError();
  if (Rows->Elements <= Rows->Extent)
    return std::vector<Edit>(); // use-padding handles these
  llvm::Expected<Edit> Extent = lengthen(S, Rows->Elements - Rows->Extent);
  if (!Extent)
    return Extent.takeError();
  Rows->Edits.push_back(*Extent);
  return std::move(Rows->Edits);
}

llvm::Expected<std::vector<Edit>> writePadding(const Context &C, const Array &A, const Finding &F) {
  llvm::Expected<SharedArray> S = findShared(C, A);
  if (!S)
    return S.takeError();
  if (S->Dimensions < 2)
    return writeByHand(C, *S, F);
  llvm::Expected<Edit> Extent = lengthen(*S, 1);
  if (!Extent)
    return Extent.takeError();
  return std::vector<Edit>{*Extent};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Array &A = C.K.Model.array(C.K.Model.access(F.Accesses[0]).Array);
  llvm::Expected<std::vector<Edit>> Padding = writePadding(C, A, F);
  if (!Padding)
    return Padding.takeError();
  if (Padding->empty())
    return std::vector<Repair>();
  return std::vector<Repair>{suggest(
      "pad-shared", "make the rows of '" + A.Name + "' one element longer", std::move(*Padding))};
}

} // namespace

static bool applies(const Finding &F) {
  return F.check() == Check::BankConflict && !F.Accesses.empty();
}

const RepairKind PadShared = {"pad-shared",
                              R"(Makes the rows of a shared array one element longer.

Before:                              After:
  __shared__ float tile[32][32];       __shared__ float tile[32][32 + 1];
  x = tile[threadIdx.x][i];            x = tile[threadIdx.x][i];

A column of the array then lies in different banks. Done where the array is used element by
element only: with two or more dimensions every index follows its declaration; with one, every
index has to be row * length + column, with a column that stays below the length, and follows,
too. Kept where the conflict is gone and the kernel makes at least a tenth fewer passes over
shared memory. It takes shared memory, which can cost occupancy: suggested, never proven.)",
                              applies, propose};

} // namespace cudafix::transform
