// SPDX-License-Identifier: Apache-2.0
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace cudafix::rewrite {

Expected<std::string> apply(StringRef Text, ArrayRef<Edit> Edits) {
  std::vector<const Edit *> Sorted;
  for (const Edit &E : Edits)
    Sorted.push_back(&E);
  // Insertions at one place keep the caller's order, which is that of their addresses.
  llvm::sort(Sorted, [](const Edit *A, const Edit *B) {
    return std::tie(A->Offset, A) < std::tie(B->Offset, B);
  });
  std::string Out;
  size_t At = 0;
  for (const Edit *E : Sorted) {
    if (E->Offset < At)
      return createStringError("%s: two edits overlap at byte %u", E->File.c_str(), E->Offset);
    if (static_cast<size_t>(E->Offset) + E->Length > Text.size())
      return createStringError("%s: an edit at byte %u lies outside of the file", E->File.c_str(),
                               E->Offset);
    Out += Text.slice(At, E->Offset);
    Out += E->Text;
    At = E->Offset + E->Length;
  }
  Out += Text.drop_front(At);
  return Out;
}

} // namespace cudafix::rewrite
