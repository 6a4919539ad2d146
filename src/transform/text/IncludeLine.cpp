// SPDX-License-Identifier: Apache-2.0
#include "transform/text/IncludeLine.h"

using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// Reads the lines of a file up to the place for an #include.
class IncludePlace {
public:
  explicit IncludePlace(StringRef Text);
  unsigned Place = 0;
  bool AfterInclude = false;

private:
  void readLine(StringRef Line, unsigned Next);

  unsigned Depth = 0;
  /// Comments: only comments so far. Inside: in a comment that may continue. Opening: in the
  /// comment that opens the file, up to a blank line.
  bool Comments = true, Inside = false, Opening = false;
  StringRef Guard; ///< the macro that an include guard is about to define
};

IncludePlace::IncludePlace(StringRef Text) {
  for (unsigned At = 0; At < Text.size();) {
    unsigned Next = std::min<size_t>(Text.find('\n', At), Text.size() - 1) + 1;
    readLine(Text.slice(At, Next).trim(), Next);
    At = Next;
  }
}

void IncludePlace::readLine(StringRef Line, unsigned Next) {
  if (Line.empty() && Opening && !Inside)
    Place = Next; // a comment with code right after it belongs to that code
  Inside |= Line.starts_with("/*");
  bool First = Comments && !Inside && Line.consume_front("#ifndef");
  if (First)
    Guard = Line.trim();
  else if (!Guard.empty() && Line.consume_front("#define") && Line.trim() == Guard)
    Place = Next, Depth = 0, Guard = "", Opening = true;
  else if (!Line.empty())
    Guard = "", Opening = false;
  if (Comments && Line.starts_with("#pragma once"))
    Place = Next, Opening = true;
  else if (Comments && (Inside || Line.starts_with("//")))
    Opening = true;
  else if (!Line.empty())
    Comments = false;
  Inside &= !Line.contains("*/");
  Depth += First;
  if (!Line.consume_front("#"))
    return;
  Line = Line.ltrim();
  Depth += Line.starts_with("if");
  Depth -= Line.starts_with("endif") && Depth;
  if (Line.starts_with("include") && !Depth)
    Place = Next, AfterInclude = true;
}

} // namespace

std::optional<Edit> includeOf(const SourceText &Source, StringRef Header, unsigned Use) {
  StringRef Text = Source.text();
  std::string Line = ("#include <" + Header + ">").str();
  if (Text.starts_with(Line) || Text.contains("\n" + Line))
    return std::nullopt;
  IncludePlace At(Text.take_front(Use));
  std::string End = Text.contains("\r\n") ? "\r\n" : "\n";
  StringRef Next = Text.drop_front(At.Place).split('\n').first.trim();
  bool Blank = !At.AfterInclude && !Next.empty() && !Next.starts_with("#include");
  return Edit{Source.path(), At.Place, 0, Line + End + (Blank ? End : "")};
}

} // namespace cudafix::transform
