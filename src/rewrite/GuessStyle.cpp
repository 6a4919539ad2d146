// SPDX-License-Identifier: Apache-2.0
#include "rewrite/GuessStyle.h"
#include <algorithm>
#include <map>

using namespace llvm;
using clang::format::FormatStyle;

namespace cudafix::rewrite {
namespace {

template <typename F> void forEachLine(StringRef Text, F Visit) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Visit(Line.rtrim("\r"));
    Text = Rest;
  }
}

bool opensBlockOnOwnLine(StringRef Text) {
  unsigned Own = 0, Attached = 0;
  forEachLine(Text, [&](StringRef Line) {
    StringRef Body = Line.trim();
    if (Body == "{")
      ++Own;
    else if (Body.ends_with(") {") || Body.ends_with("){") || Body.ends_with("else {"))
      ++Attached;
  });
  return Own > Attached;
}

} // namespace

bool guessTabs(StringRef Text) {
  unsigned Tabs = 0, Spaces = 0;
  forEachLine(Text, [&](StringRef Line) {
    Tabs += Line.starts_with("\t");
    Spaces += Line.starts_with("  ");
  });
  return Tabs > Spaces;
}

unsigned guessIndentWidth(StringRef Text) {
  std::map<unsigned, unsigned> Steps;
  unsigned Previous = 0;
  bool Opened = false;
  forEachLine(Text, [&](StringRef Line) {
    StringRef Body = Line.ltrim(' ');
    if (Body.trim().empty())
      return;
    unsigned Column = Line.size() - Body.size();
    if (Opened && Column > Previous)
      ++Steps[Column - Previous];
    Opened = Body.rtrim().ends_with("{");
    Previous = Column;
  });
  auto Most = std::max_element(Steps.begin(), Steps.end(),
                               [](auto &A, auto &B) { return A.second < B.second; });
  return Most == Steps.end() ? 4 : std::min(Most->first, 8u);
}

FormatStyle guessStyle(StringRef Text) {
  FormatStyle Style = clang::format::getLLVMStyle();
  Style.ColumnLimit = 0;
  Style.SortIncludes.Enabled = false;
  Style.DerivePointerAlignment = true;
  Style.AllowShortIfStatementsOnASingleLine = FormatStyle::SIS_WithoutElse;
  Style.AllowShortBlocksOnASingleLine = FormatStyle::SBS_Always;
  Style.AllowShortLoopsOnASingleLine = true;
  bool Tabs = guessTabs(Text);
  Style.IndentWidth = Style.TabWidth = Tabs ? 4 : guessIndentWidth(Text);
  Style.ContinuationIndentWidth = std::max(4u, Style.IndentWidth);
  Style.UseTab = Tabs ? FormatStyle::UT_ForContinuationAndIndentation : FormatStyle::UT_Never;
  if (opensBlockOnOwnLine(Text))
    Style.BreakBeforeBraces = FormatStyle::BS_Allman;
  if (Text.count("if(") + Text.count("for(") > Text.count("if (") + Text.count("for ("))
    Style.SpaceBeforeParens = FormatStyle::SBPO_Never;
  return Style;
}

} // namespace cudafix::rewrite
