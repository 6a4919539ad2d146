// SPDX-License-Identifier: Apache-2.0
#include "rewrite/GuessStyle.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using clang::format::FormatStyle;
using clang::tooling::Range;

namespace cudafix::rewrite {
namespace {

struct FileStyle {
  FormatStyle Style;
  bool Own; ///< the file has a .clang-format; else guessed from its text
};

FileStyle styleFor(StringRef File, StringRef Text) {
  Expected<FormatStyle> Found =
      clang::format::getStyle("file", File, clang::format::DefaultFallbackStyle, Text);
  // "none" as the fallback tells a file without configuration apart.
  Expected<FormatStyle> None = clang::format::getStyle("file", File, "none", Text);
  bool Own = Found && None && (!None->DisableFormat || Found->DisableFormat);
  if (!None)
    consumeError(None.takeError());
  if (Own)
    return {*Found, true};
  if (!Found)
    consumeError(Found.takeError());
  return {guessStyle(Text), false};
}

/// The edits with the line ends of the file.
std::vector<Edit> withLineEnds(StringRef Text, ArrayRef<Edit> Edits) {
  std::vector<Edit> Out(Edits.begin(), Edits.end());
  if (Text.count("\r\n") * 2 <= Text.count('\n'))
    return Out;
  for (Edit &E : Out) {
    std::string Converted;
    for (char C : E.Text) {
      if (C == '\n' && !StringRef(Converted).ends_with("\r"))
        Converted += '\r';
      Converted += C;
    }
    E.Text = std::move(Converted);
  }
  return Out;
}

/// Byte ranges of `After` to format: the changed lines. A line that was only moved or
/// indented keeps its inner spacing where the style is a guess.
std::vector<Range> touched(StringRef Before, StringRef After, bool MovedToo) {
  std::vector<StringRef> Old = splitLines(Before), New = splitLines(After);
  std::vector<Range> Ranges;
  for (const Hunk &H : lineDiff(Old, New)) {
    StringSet<> Gone;
    for (unsigned I = H.OldBegin; I < H.OldEnd; ++I)
      Gone.insert(Old[I].trim());
    for (unsigned I = H.NewBegin; I < H.NewEnd; ++I)
      if (MovedToo || !Gone.contains(New[I].trim()))
        Ranges.emplace_back(New[I].data() - After.data(), New[I].rtrim().size());
  }
  return Ranges;
}

} // namespace

Expected<std::vector<Edit>> format(StringRef File, StringRef Text, ArrayRef<Edit> Edits) {
  std::vector<Edit> Ready = withLineEnds(Text, Edits);
  Expected<std::string> After = rewrite::apply(Text, Ready);
  if (!After)
    return After.takeError();
  FileStyle S = styleFor(File, Text);
  if (S.Style.DisableFormat)
    return lineEdits(File, Text, *After);
  S.Style.SortIncludes.Enabled = false;
  clang::tooling::Replacements Changes =
      clang::format::reformat(S.Style, *After, touched(Text, *After, S.Own), File);
  Expected<std::string> Formatted = clang::tooling::applyAllReplacements(*After, Changes);
  if (!Formatted)
    return Formatted.takeError();
  return lineEdits(File, Text, *Formatted);
}

} // namespace cudafix::rewrite
