// SPDX-License-Identifier: Apache-2.0
//
// Repairs already write in the layout of the code around them. They are formatted only if the
// project has a .clang-format: formatting with a guessed style would rewrite the user's own
// expressions.
#include "clang/Format/Format.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"

using namespace llvm;
using clang::format::FormatStyle;
using clang::tooling::Range;

namespace cudafix::rewrite {
namespace {

/// The style of the .clang-format above the file; nothing if there is none that can be read.
/// Options of other versions of clang-format are ignored.
std::optional<FormatStyle> styleOf(StringRef File, StringRef Text) {
  auto Silent = [](const SMDiagnostic &, void *) {}; // the message would repeat for each edit
  Expected<FormatStyle> Style = clang::format::getStyle("file", File, "none", Text, nullptr,
                                                        /*AllowUnknownOptions=*/true, Silent);
  if (!Style) {
    consumeError(Style.takeError());
    return std::nullopt;
  }
  return Style->DisableFormat ? std::nullopt : std::optional(*Style);
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

/// The byte ranges of `After` that differ from `Before`, line by line.
std::vector<Range> touched(StringRef Before, StringRef After) {
  std::vector<StringRef> Old = splitLines(Before), New = splitLines(After);
  std::vector<Range> Ranges;
  for (const Hunk &H : lineDiff(Old, New))
    for (unsigned I = H.NewBegin; I < H.NewEnd; ++I)
      Ranges.emplace_back(New[I].data() - After.data(), New[I].rtrim().size());
  return Ranges;
}

} // namespace

Expected<std::vector<Edit>> format(StringRef File, StringRef Text, ArrayRef<Edit> Edits) {
  std::vector<Edit> Ready = withLineEnds(Text, Edits);
  Expected<std::string> After = rewrite::apply(Text, Ready);
  if (!After)
    return After.takeError();
  std::optional<FormatStyle> Style = styleOf(File, Text);
  if (!Style)
    return lineEdits(File, Text, *After);
  Style->SortIncludes.Enabled = false;
  clang::tooling::Replacements Changes =
      clang::format::reformat(*Style, *After, touched(Text, *After), File);
  Expected<std::string> Formatted = clang::tooling::applyAllReplacements(*After, Changes);
  if (!Formatted)
    return Formatted.takeError();
  return lineEdits(File, Text, *Formatted);
}

} // namespace cudafix::rewrite
