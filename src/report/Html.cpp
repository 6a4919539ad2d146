// SPDX-License-Identifier: Apache-2.0
//
// One self-contained page: the JSON report, the sources with findings, diffs of the repairs and the
// pictures, as data for a small script (src/report/page).
#include "report/Report.h"
#include "report/picture/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <set>

namespace cudafix::report {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

constexpr llvm::StringLiteral PageHtml =
#include "page.html.inc"
    ;
constexpr llvm::StringLiteral PageCss =
#include "page.css.inc"
    ;
constexpr llvm::StringLiteral PageScript =
#include "page.js.inc"
    ;

/// Lines of a file around neighbouring edits, before and after.
struct Hunk {
  std::string File;
  unsigned Line = 1; ///< the first, 1-based
  std::string Before, After;
};

} // namespace

/// The number of unchanged lines that are shown on each side of an edit.
static constexpr unsigned ContextLines = 2;

static size_t lineStart(StringRef Text, size_t At, unsigned Lines) {
  for (size_t Start = Text.rfind('\n', At);; Start = Text.rfind('\n', Start)) {
    if (Start == StringRef::npos)
      return 0;
    if (!Lines--)
      return Start + 1;
  }
}

static size_t lineEnd(StringRef Text, size_t At, unsigned Lines) {
  for (size_t End = Text.find('\n', At);; End = Text.find('\n', End + 1)) {
    if (End == StringRef::npos)
      return Text.size();
    if (!Lines--)
      return End + 1;
  }
}

/// Adds the hunks of one file, in order, for its edits.
static void addHunks(std::vector<Hunk> &Hunks, StringRef File, StringRef Text,
                     llvm::ArrayRef<Edit> Edits) {
  for (size_t I = 0; I < Edits.size();) {
    if (size_t(Edits[I].Offset) + Edits[I].Length > Text.size())
      return; // The file is no longer what was analysed.
    size_t First = lineStart(Text, Edits[I].Offset, ContextLines), At = First;
    size_t Last = lineEnd(Text, Edits[I].Offset + Edits[I].Length, ContextLines);
    Hunk H;
    H.File = File.str();
    H.Line = 1 + Text.take_front(First).count('\n');
    for (; I < Edits.size() && Edits[I].Offset <= Last; ++I) {
      const Edit &E = Edits[I];
      if (E.Offset < At || size_t(E.Offset) + E.Length > Text.size())
        return;
      H.After += Text.slice(At, E.Offset);
      H.After += E.Text;
      At = E.Offset + E.Length;
      Last = std::max(Last, lineEnd(Text, At, ContextLines));
    }
    H.After += Text.slice(At, Last);
    H.Before = Text.slice(First, Last);
    Hunks.push_back(std::move(H));
  }
}

static std::vector<Hunk> hunksOf(const Repair &R, const Style &S) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : R.Edits)
    ByFile[E.File].push_back(E);
  std::vector<Hunk> Hunks;
  for (auto &[File, Edits] : ByFile) {
    llvm::sort(Edits);
    if (std::optional<StringRef> Text = S.Source(File))
      addHunks(Hunks, File, *Text, Edits);
  }
  return Hunks;
}

static void writeHunks(OStream &J, const Finding &F, const Style &S) {
  J.attributeArray("diffs", [&] {
    for (const Repair &R : F.Repairs)
      J.array([&] {
        for (const Hunk &H : hunksOf(R, S))
          J.object([&] {
            J.attribute("file", llvm::json::fixUTF8(H.File));
            J.attribute("line", H.Line);
            J.attribute("before", llvm::json::fixUTF8(H.Before));
            J.attribute("after", llvm::json::fixUTF8(H.After));
          });
      });
  });
}

/// Files that a finding, a kernel or a measure names.
static std::set<std::string> filesOf(const RunReport &R) {
  std::set<std::string> Files;
  for (const Finding &F : R.Findings) {
    Files.insert(F.Loc.File);
    for (const Related &P : F.RelatedPlaces)
      Files.insert(P.Loc.File);
  }
  for (const KernelReport &K : R.Kernels) {
    Files.insert(K.Loc.File);
    for (const Measure &M : K.Measures)
      Files.insert(M.Loc.File);
  }
  return Files;
}

static void writeCost(OStream &J, const CostMap &M) {
  auto Value = [&](std::optional<int64_t> Of) {
    if (Of)
      J.attribute("value", *Of);
  };
  J.attribute("launch", llvm::json::fixUTF8(M.Launch));
  J.attribute("at", llvm::json::fixUTF8(M.At));
  J.attributeArray("bounds", [&] {
    for (const CostMap::Bound &B : M.Bounds)
      J.object([&] {
        J.attribute("metric", B.Metric);
        J.attribute("formula", llvm::json::fixUTF8(B.Formula.empty() ? B.Why : B.Formula));
        Value(B.Value);
      });
  });
  J.attributeArray("lines", [&] {
    for (const CostMap::Line &L : M.Lines)
      J.object([&] {
        J.attribute("file", llvm::json::fixUTF8(L.Loc.File));
        J.attribute("line", L.Loc.Line);
        J.attribute("metric", L.Metric);
        J.attribute("formula", llvm::json::fixUTF8(L.Formula));
        Value(L.Value);
      });
  });
  if (!M.Curves.empty())
    J.attribute("curves", llvm::json::fixUTF8(
                              drawCurves(M).document("cost over " + M.Size, /*Alone=*/false)));
}

static void writeCosts(OStream &J, const RunReport &R) {
  J.attributeObject("costs", [&] {
    std::set<StringRef> Seen;
    for (const KernelDetails &K : R.Details)
      if (!K.Costs.empty() && Seen.insert(K.Kernel).second)
        J.attributeArray(llvm::json::fixUTF8(K.Kernel), [&] {
          for (const CostMap &M : K.Costs)
            J.object([&] { writeCost(J, M); });
        });
  });
}

static void writeExtras(OStream &J, const RunReport &R, const Style &S) {
  std::vector<std::string> Names = namesOf(R);
  J.attributeArray("extras", [&] {
    for (size_t I = 0; I < R.Findings.size(); ++I)
      J.object([&] {
        J.attribute("name", Names[I]);
        if (std::string Picture = pictureOf(R, R.Findings[I], /*Alone=*/false); !Picture.empty())
          J.attribute("picture", Picture);
        if (std::string Flow = repairedFlow(R, R.Findings[I]); !Flow.empty())
          J.attribute("repaired_flow", Flow);
        writeHunks(J, R.Findings[I], S);
      });
  });
  J.attributeObject("flows", [&] {
    std::set<StringRef> Seen;
    for (const KernelDetails &K : R.Details)
      if (Seen.insert(K.Kernel).second && !K.Graph.empty())
        J.attribute(llvm::json::fixUTF8(K.Kernel),
                    drawFlow(K).document("control flow of " + K.Kernel, /*Alone=*/false));
  });
  writeCosts(J, R);
  J.attributeObject("sources", [&] {
    for (const std::string &File : filesOf(R))
      if (std::optional<StringRef> Text = S.Source(File))
        J.attribute(llvm::json::fixUTF8(File), llvm::json::fixUTF8(*Text));
  });
  J.attributeObject("launches", [&] {
    std::set<StringRef> Seen;
    for (const KernelReport &K : R.Kernels)
      if (!K.Printed.empty() && Seen.insert(K.Name).second) {
        std::string Text;
        llvm::raw_string_ostream OS(Text);
        writeLaunches(OS, K);
        J.attribute(llvm::json::fixUTF8(K.Name), llvm::json::fixUTF8(Text));
      }
  });
  J.attributeArray("rules", [&] {
    for (const Rule &Of : llvm::concat<const Rule>(S.Rules, S.Others))
      J.object([&] {
        J.attribute("id", Of.Id);
        J.attribute("explanation", Of.Explanation);
        J.attribute("help", Of.HelpUri);
      });
  });
}

/// Escapes the data so that no text in it can end the script element that holds it.
static std::string asScriptData(StringRef Json) {
  std::string Out;
  for (char C : Json)
    Out += C == '<' ? "\\u003c" : std::string(1, C);
  return Out;
}

static std::string dataOf(const RunReport &R, const Style &S) {
  std::string Report, Extras;
  {
    llvm::raw_string_ostream OS(Report);
    writeJson(OS, R, S);
  }
  {
    llvm::raw_string_ostream OS(Extras);
    OStream J(OS);
    J.object([&] {
      J.attribute("summary", llvm::json::fixUTF8(summary(R)));
      writeExtras(J, R, S);
    });
  }
  return "{\"report\":" + Report + ",\"more\":" + Extras + "}";
}

void writeHtml(llvm::raw_ostream &OS, const RunReport &R, const Style &S) {
  auto [Head, Rest] = StringRef(PageHtml).split("@STYLE@");
  auto [Middle, Tail] = Rest.split("@DATA@");
  auto [Before, Behind] = Tail.split("@SCRIPT@");
  OS << Head << PageCss << pictureStyle() << Middle << asScriptData(dataOf(R, S)) << Before
     << PageScript << Behind;
}

} // namespace cudafix::report
