// SPDX-License-Identifier: Apache-2.0
#include "report/Places.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

namespace cudafix::report {

using llvm::StringRef;

/// The text from the place's line onwards; empty: the file or the line does not exist.
static StringRef fromLine(const SourceLoc &L, const Style &S) {
  std::optional<StringRef> Text = L.Line && S.Source ? S.Source(L.File) : std::nullopt;
  if (!Text)
    return "";
  StringRef Rest = *Text;
  for (unsigned Line = 1; Line < L.Line; ++Line)
    Rest = Rest.split('\n').second;
  return Rest;
}

std::optional<Position> endOf(const SourceLoc &L, const Style &S) {
  StringRef Rest = fromLine(L, S);
  if (!L.Column || !L.Length || Rest.size() < size_t(L.Column) - 1 + L.Length)
    return std::nullopt;
  Position End{L.Line, L.Column};
  for (char C : Rest.substr(L.Column - 1, L.Length))
    if (C == '\n') {
      ++End.Line;
      End.Column = 1;
    } else {
      ++End.Column;
    }
  return End;
}

std::string Fingerprints::of(const Finding &F) {
  llvm::SmallVector<StringRef, 16> Words;
  StringRef Line = fromLine(F.Loc, S).split('\n').first;
  llvm::SplitString(Line, Words);
  // Messages name lines that may move, but without the source there is nothing better.
  std::string What = Words.empty() ? F.Message : llvm::join(Words, " ");
  llvm::MD5 Hash;
  Hash.update(F.Id + "\n" + F.Loc.File + "\n" + F.KernelName + "\n" + F.Object + "\n" + What);
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  std::string Print = Result.digest().str().str();
  if (unsigned Copies = Seen[Print]++)
    Print += "-" + std::to_string(Copies);
  return Print;
}

std::string otherFinding(llvm::StringRef Id, const SourceLoc &Of, const SourceLoc &At) {
  if (Of.File != At.File)
    return Of.File + ":" + std::to_string(Of.Line);
  return Of.Line == At.Line ? "the " + Id.str() + " of this line"
                            : "line " + std::to_string(Of.Line);
}

} // namespace cudafix::report
