// SPDX-License-Identifier: Apache-2.0
#include "transform/RepairKind.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

Repair suggest(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits) {
  Repair R;
  R.Id = Id.str();
  R.How = Applicability::Suggested;
  R.Title = std::move(Title);
  R.Notes.emplace_back("suggested, as only a measurement shows what it gains");
  R.Edits = std::move(Edits);
  llvm::sort(R.Edits);
  return R;
}

} // namespace cudafix::transform
