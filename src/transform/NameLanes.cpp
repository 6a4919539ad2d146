// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/text/SyncOperand.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return F.check() == Check::AbsentLanes; }

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding> All) {
  std::vector<SourceLoc> Calls;
  for (const Related &R : F.RelatedPlaces)
    if (R.What == Role::Caller)
      Calls.push_back(R.Loc);
  const std::optional<OperandText> Mask = findOperand(C, SyncOperand::Mask, F.Loc, Calls);
  if (!Mask || !Mask->Value || uint32_t(*Mask->Value) == ~0u)
    return refuse("the mask is no constant that leaves out lanes");
  Repair R;
  R.Id = "name-lanes";
  R.Title = "name all lanes of the warp in the mask";
  R.How = Applicability::Suggested;
  R.WasUndefined = true;
  R.Notes.emplace_back("suggested, as fewer lanes may be meant to come");
  R.Edits = {Mask->change("0xffffffff")};
  return std::vector<Repair>{std::move(R)};
}

const RepairKind NameLanes = {
    "name-lanes",
    R"(Names all lanes of the warp in the mask of an operation to which all come.

Before:                                         After:
  v += __shfl_down_sync(0x55555555, v, 1);        v += __shfl_down_sync(0xffffffff, v, 1);

Where the mask is a constant that leaves out lanes which come. Whether the lanes that it names now all
come is checked.)",
    applies, propose, "name all lanes of the warp in masks"};

} // namespace cudafix::transform
