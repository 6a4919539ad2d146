// SPDX-License-Identifier: Apache-2.0
#include "cli/session/Selection.h"
#include "cli/input/GitState.h"
#include "model/Json.h"
#include "rewrite/LineDiff.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {

using llvm::StringRef;

llvm::Expected<std::vector<LineRanges>> parseLineFilter(StringRef Json) {
  auto Fail = [](const llvm::Twine &Why) {
    return llvm::createStringError("--line-filter: " + Why +
                                   R"(; expected e.g. [{"name": "a.cu", "lines": [[1, 30]]}])");
  };
  llvm::Expected<llvm::json::Value> Parsed = parseJson(Json);
  if (!Parsed)
    return Fail("not JSON: " + llvm::toString(Parsed.takeError()));
  std::vector<LineRanges> Filter;
  if (!Parsed->getAsArray())
    return Fail("not a list");
  for (const llvm::json::Value &Entry : *Parsed->getAsArray()) {
    const llvm::json::Object *File = Entry.getAsObject();
    std::optional<StringRef> Name = File ? File->getString("name") : std::nullopt;
    if (!Name || Name->empty())
      return Fail("an entry has no name");
    LineRanges L{Name->str(), {}};
    if (const llvm::json::Array *Ranges = File->getArray("lines"))
      for (const llvm::json::Value &Range : *Ranges) {
        const llvm::json::Array *Pair = Range.getAsArray();
        auto At = [&](unsigned I) {
          return Pair && Pair->size() == 2 ? (*Pair)[I].getAsInteger().value_or(0) : 0;
        };
        if (At(0) < 1 || At(1) < At(0) || At(1) > UINT32_MAX)
          return Fail("a range of lines is not [first, last]");
        L.Ranges.emplace_back(At(0), At(1));
      }
    Filter.push_back(std::move(L));
  }
  return Filter;
}

llvm::Expected<Selection> Selection::make(const Options &Opts) {
  Selection S;
  if (!Opts.LineFilter.empty()) {
    llvm::Expected<std::vector<LineRanges>> Lines = parseLineFilter(Opts.LineFilter);
    if (!Lines)
      return Lines.takeError();
    S.Lines = std::move(*Lines);
  }
  S.Since = Opts.Since;
  return S;
}

/// The line on disk for a line of the current text; for an added line, the line it was added
/// before.
static unsigned lineOnDisk(StringRef File, unsigned Line, const Files &Sources) {
  std::optional<StringRef> Now = Sources.read(File), Before = Sources.onDisk(File);
  if (!Now || !Before || *Now == *Before)
    return Line;
  int64_t Moved = 0;
  for (const rewrite::Hunk &H :
       rewrite::lineDiff(rewrite::splitLines(*Before), rewrite::splitLines(*Now))) {
    if (Line <= H.NewBegin)
      break;
    if (Line <= H.NewEnd)
      return std::min(H.OldBegin + Line - H.NewBegin, H.OldEnd + 1);
    Moved = int64_t(H.OldEnd) - H.NewEnd;
  }
  return Line + Moved;
}

bool Selection::inLines(const SourceLoc &L, const Files &Sources) const {
  unsigned Line = lineOnDisk(L.File, L.Line, Sources);
  return llvm::any_of(Lines, [&](const LineRanges &F) {
    return StringRef(L.File).ends_with(F.Name) &&
           (F.Ranges.empty() || llvm::any_of(F.Ranges, [&](auto Range) {
              return Range.first <= Line && Line <= Range.second;
            }));
  });
}

/// Lines that are not in the revision, and lines next to removed ones.
const std::set<unsigned> &Selection::changedLines(StringRef File, const Files &Sources) const {
  auto [It, New] = Changed.try_emplace(File.str());
  std::set<unsigned> &Set = It->second;
  std::optional<StringRef> Now = Sources.onDisk(File);
  if (!New || !Now)
    return Set;
  std::string Before = textAtRevision(File, Since).value_or("");
  for (const rewrite::Hunk &H :
       rewrite::lineDiff(rewrite::splitLines(Before), rewrite::splitLines(*Now))) {
    for (unsigned Line = H.NewBegin; Line < H.NewEnd; ++Line)
      Set.insert(Line + 1);
    if (H.NewBegin == H.NewEnd)
      Set.insert({H.NewBegin, H.NewBegin + 1});
  }
  return Set;
}

bool Selection::anyChanged(StringRef File, unsigned First, unsigned Last,
                           const Files &Sources) const {
  const std::set<unsigned> &Set = changedLines(File, Sources);
  auto At = Set.lower_bound(First);
  return At != Set.end() && *At <= Last;
}

/// Returns true if the finding's kernel is in this unit: other units may have kernels of the same
/// name.
static bool holds(const UnitResult &U, const Finding &F) {
  return llvm::any_of(U.Ranges, [&](const CodeRange &R) {
    return R.Kernel == F.KernelName && R.File == F.Loc.File && R.First <= F.Loc.Line &&
           F.Loc.Line <= R.Last;
  });
}

/// Returns true if a line changed at a place of the finding, in its kernel, in a function that the
/// kernel calls or in one of its launches: the cause need not be where the finding is.
bool Selection::changedSince(const Finding &F, llvm::ArrayRef<UnitResult> Units,
                             const Files &Sources) const {
  auto At = [&](const SourceLoc &L) {
    unsigned Line = lineOnDisk(L.File, L.Line, Sources);
    return anyChanged(L.File, Line, Line, Sources);
  };
  if (At(F.Loc) || llvm::any_of(F.RelatedPlaces, [&](const Related &R) { return At(R.Loc); }))
    return true;
  bool Located = llvm::any_of(Units, [&](const UnitResult &U) { return holds(U, F); });
  for (const UnitResult &U : Units) {
    if (Located && !holds(U, F))
      continue;
    for (const CodeRange &R : U.Ranges)
      if (R.Kernel == F.KernelName && anyChanged(R.File, lineOnDisk(R.File, R.First, Sources),
                                                 lineOnDisk(R.File, R.Last, Sources), Sources))
        return true;
    for (const KernelReport &K : U.Report.Kernels)
      if (K.Name == F.KernelName &&
          llvm::any_of(K.Printed, [&](const PrintedLaunch &L) { return L.Loc.Line && At(L.Loc); }))
        return true;
  }
  return false;
}

bool Selection::keeps(const Finding &F, llvm::ArrayRef<UnitResult> Units,
                      const Files &Sources) const {
  auto Asked = [&](const SourceLoc &L) { return inLines(L, Sources); };
  if (!Lines.empty() && !Asked(F.Loc) &&
      llvm::none_of(F.RelatedPlaces, [&](const Related &R) { return Asked(R.Loc); }))
    return false;
  return Since.empty() || changedSince(F, Units, Sources);
}

} // namespace cudafix::cli
