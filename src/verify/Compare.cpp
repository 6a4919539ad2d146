// SPDX-License-Identifier: Apache-2.0
//
// Findings before and after a repair, matched by name.

#include "model/Check.h"
#include "verify/Judged.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace cudafix::verify {

/// Returns true if both are at the same places, whatever their checks.
static bool samePlaces(const NamedFinding &A, const NamedFinding &B) {
  auto Places = [](const NamedFinding &N) { return llvm::StringRef(N.ByPlace).split('\n').second; };
  return isRace(B.check()) && Places(A) == Places(B);
}

Comparison compare(ArrayRef<NamedFinding> Old, size_t Index, ArrayRef<NamedFinding> New) {
  std::vector<bool> OldFound(Old.size()), NewFound(New.size());
  using Name = std::string NamedFinding::*;
  auto Match = [&](std::initializer_list<Name> Names) {
    for (size_t N = 0; N < New.size(); ++N)
      for (size_t O = 0; O < Old.size() && !NewFound[N]; ++O) {
        auto Agree = [&](Name By) { return New[N].*By == Old[O].*By; };
        if (!OldFound[O] && (Old[O].Slight || !New[N].Slight) && llvm::all_of(Names, Agree))
          OldFound[O] = NewFound[N] = true;
      }
  };
  Match({&NamedFinding::ByPlace, &NamedFinding::ByText}); // a line may have several
  Match({&NamedFinding::ByPlace});
  Match({&NamedFinding::ByLine});
  Match({&NamedFinding::ByText});
  // A value that was provably the same for all writers may no longer be.
  for (size_t N = 0; N < New.size(); ++N)
    for (size_t O = 0; O < Old.size() && !NewFound[N]; ++O)
      if (!OldFound[O] && Old[O].check() == Check::BenignRace && samePlaces(Old[O], New[N]))
        OldFound[O] = NewFound[N] = true;
  Comparison C;
  C.Gone = !OldFound[Index];
  for (size_t N = 0; N < New.size(); ++N)
    if (!NewFound[N] && New[N].Counts)
      C.Added.push_back(&New[N]);
  return C;
}

} // namespace cudafix::verify
