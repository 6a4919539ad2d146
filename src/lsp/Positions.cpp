// SPDX-License-Identifier: Apache-2.0
#include "lsp/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::lsp {

using llvm::StringRef;
using llvm::lsp::Position;
using llvm::lsp::Range;

TextLines::TextLines(StringRef Text) : Text(Text), Starts{0} {
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      Starts.push_back(I + 1);
}

/// The UTF-16 units of a character, for its first byte; 0 for its other bytes.
static unsigned unitsOf(char First) {
  auto Byte = static_cast<unsigned char>(First);
  if (Byte >= 0x80 && Byte < 0xC0)
    return 0;
  return Byte >= 0xF0 ? 2 : 1;
}

Position TextLines::position(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  size_t Line = llvm::upper_bound(Starts, Offset) - Starts.begin() - 1;
  unsigned Character = 0;
  for (char C : Text.slice(Starts[Line], Offset))
    Character += unitsOf(C);
  return Position(static_cast<int>(Line), static_cast<int>(Character));
}

size_t TextLines::offset(const Position &P) const {
  if (P.line < 0 || static_cast<size_t>(P.line) >= Starts.size())
    return Text.size();
  size_t At = Starts[P.line], End = endOfLine(P.line + 1);
  for (int Units = 0; At < End; ++At) {
    Units += unitsOf(Text[At]);
    if (Units > P.character)
      break;
  }
  return At;
}

StringRef TextLines::line(unsigned Number) const {
  if (Number == 0 || Number > Starts.size())
    return "";
  return Text.slice(Starts[Number - 1], endOfLine(Number));
}

size_t TextLines::endOfLine(unsigned Number) const {
  if (Number == 0 || Number > Starts.size())
    return Text.size();
  size_t End = Number < Starts.size() ? Starts[Number] - 1 : Text.size();
  return End > Starts[Number - 1] && Text[End - 1] == '\r' ? End - 1 : End;
}

Range TextLines::range(const SourceLoc &L) const {
  unsigned Number = std::clamp<size_t>(L.Line, 1, Starts.size());
  size_t End = endOfLine(Number);
  size_t Begin = std::min(Starts[Number - 1] + (L.Column ? L.Column - 1 : 0), End);
  if (!L.Column) // The range of a whole line begins at its text.
    Begin += line(Number).size() - line(Number).ltrim().size();
  if (L.Column && L.Length)
    End = std::min(Begin + L.Length, Text.size());
  return Range(position(Begin), position(std::max(Begin, End)));
}

} // namespace cudafix::lsp
