// SPDX-License-Identifier: Apache-2.0
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudafix::rewrite {
namespace {

constexpr unsigned Context = 3;

void printLine(raw_ostream &OS, char Sign, StringRef Line) {
  OS << Sign << Line;
  if (!Line.ends_with("\n"))
    OS << "\n\\ No newline at end of file\n";
}

/// Prints a range as "12,3": first line (1-based) and length; an empty range names the line before.
void printRange(raw_ostream &OS, unsigned Begin, unsigned End) {
  OS << (End == Begin ? Begin : Begin + 1);
  if (End - Begin != 1)
    OS << ',' << End - Begin;
}

/// Prints as one hunk the changes whose context lines touch.
void printGroup(raw_ostream &OS, ArrayRef<Hunk> Group, ArrayRef<StringRef> Old,
                ArrayRef<StringRef> New) {
  unsigned Lead = std::min(Context, Group.front().OldBegin);
  unsigned Tail = std::min<unsigned>(Context, Old.size() - Group.back().OldEnd);
  OS << "@@ -";
  printRange(OS, Group.front().OldBegin - Lead, Group.back().OldEnd + Tail);
  OS << " +";
  printRange(OS, Group.front().NewBegin - Lead, Group.back().NewEnd + Tail);
  OS << " @@\n";
  unsigned At = Group.front().OldBegin - Lead;
  for (const Hunk &H : Group) {
    for (; At < H.OldBegin; ++At)
      printLine(OS, ' ', Old[At]);
    for (; At < H.OldEnd; ++At)
      printLine(OS, '-', Old[At]);
    for (unsigned I = H.NewBegin; I < H.NewEnd; ++I)
      printLine(OS, '+', New[I]);
  }
  for (unsigned End = At + Tail; At < End; ++At)
    printLine(OS, ' ', Old[At]);
}

} // namespace

std::string unifiedDiff(StringRef Label, StringRef Before, StringRef After) {
  if (Before == After)
    return "";
  std::vector<StringRef> Old = splitLines(Before), New = splitLines(After);
  std::vector<Hunk> Hunks = lineDiff(Old, New);
  std::string Out;
  raw_string_ostream OS(Out);
  // As git does: a name with spaces is followed by a tab.
  std::string Name = (Label.ltrim('/') + (Label.contains(' ') ? "\t" : "")).str();
  OS << "--- a/" << Name << "\n+++ b/" << Name << '\n';
  for (size_t I = 0; I < Hunks.size();) {
    size_t J = I + 1;
    while (J < Hunks.size() && Hunks[J].OldBegin - Hunks[J - 1].OldEnd <= 2 * Context)
      ++J;
    printGroup(OS, ArrayRef(Hunks).slice(I, J - I), Old, New);
    I = J;
  }
  return Out;
}

} // namespace cudafix::rewrite
