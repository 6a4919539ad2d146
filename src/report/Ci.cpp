// SPDX-License-Identifier: Apache-2.0
//
// Formats for continuous integration: GitHub's workflow commands, GitLab's code quality report and
// reviewdog's diagnostic format.
#include "report/Places.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

namespace cudafix::report {

using llvm::StringRef;
using llvm::json::OStream;

/// Percent-escapes the characters that would end a workflow command or one of its properties.
static std::string escape(StringRef Text, bool Property) {
  std::string Out;
  for (char C : Text)
    if (C == '%')
      Out += "%25";
    else if (C == '\r')
      Out += "%0D";
    else if (C == '\n')
      Out += "%0A";
    else if (C == ':' && Property)
      Out += "%3A";
    else if (C == ',' && Property)
      Out += "%2C";
    else
      Out += C;
  return Out;
}

void writeGithub(llvm::raw_ostream &OS, const RunReport &R, const Style &) {
  for (const UnitReport &U : R.Units)
    if (U.Status != UnitStatus::Analysed)
      OS << "::" << (U.Status == UnitStatus::Failed ? "error" : "warning")
         << " file=" << escape(U.File, true) << ",title="
         << (U.Status == UnitStatus::Failed ? "cuda-fix: not analysed" : "cuda-fix: read in part")
         << "::" << escape(U.Reason, false) << '\n';
  for (const Finding &F : R.Findings) {
    OS << "::" << (F.Severity == Level::Note ? "notice" : toString(F.Severity))
       << " file=" << escape(F.Loc.File, true) << ",line=" << F.Loc.Line << ",col=" << F.Loc.Column
       << ",title=" << escape("cuda-fix " + F.Id, true) << "::" << escape(F.Message, false) << '\n';
  }
}

void writeGitlab(llvm::raw_ostream &OS, const RunReport &R, const Style &S) {
  constexpr llvm::StringLiteral Severities[] = {"critical", "major", "info"};
  Fingerprints Prints(S);
  OStream J(OS, /*IndentSize=*/2);
  J.array([&] {
    for (const Finding &F : R.Findings)
      J.object([&] {
        J.attribute("description", llvm::json::fixUTF8(F.Message));
        J.attribute("check_name", F.Id);
        J.attribute("fingerprint", Prints.of(F));
        J.attribute("severity", Severities[static_cast<size_t>(F.Severity)]);
        J.attributeObject("location", [&] {
          J.attribute("path", llvm::json::fixUTF8(F.Loc.File));
          J.attributeObject("lines", [&] { J.attribute("begin", F.Loc.Line); });
        });
      });
  });
  OS << '\n';
}

static void point(OStream &J, StringRef Key, Position P) {
  J.attributeObject(Key, [&] {
    J.attribute("line", P.Line);
    J.attribute("column", P.Column);
  });
}

static void position(OStream &J, const SourceLoc &L, const Style &S) {
  J.attributeObject("location", [&] {
    J.attribute("path", llvm::json::fixUTF8(L.File));
    J.attributeObject("range", [&] {
      point(J, "start", {L.Line, L.Column});
      if (std::optional<Position> End = endOf(L, S))
        point(J, "end", *End);
    });
  });
}

/// The line and column of a byte offset of a file.
static Position positionAt(StringRef Text, size_t Offset) {
  StringRef Before = Text.take_front(Offset);
  size_t Line = Before.rfind('\n');
  return {unsigned(Before.count('\n') + 1),
          unsigned(Line == StringRef::npos ? Offset + 1 : Offset - Line)};
}

/// Writes the repair that a user is shown, if all of it is in the file of the finding: reviewdog
/// applies suggestions only there.
static void suggestions(OStream &J, const Finding &F, const Style &S) {
  const Repair *R = chosenRepair(F);
  std::optional<StringRef> Text = S.Source ? S.Source(F.Loc.File) : std::nullopt;
  if (!R || R->Edits.empty() || !Text || llvm::any_of(R->Edits, [&](const Edit &E) {
        return E.File != F.Loc.File || size_t(E.Offset) + E.Length > Text->size();
      }))
    return;
  J.attributeArray("suggestions", [&] {
    for (const Edit &E : R->Edits)
      J.object([&] {
        J.attributeObject("range", [&] {
          point(J, "start", positionAt(*Text, E.Offset));
          point(J, "end", positionAt(*Text, size_t(E.Offset) + E.Length));
        });
        J.attribute("text", llvm::json::fixUTF8(E.Text));
      });
  });
}

void writeRdjson(llvm::raw_ostream &OS, const RunReport &R, const Style &S) {
  constexpr llvm::StringLiteral Severities[] = {"ERROR", "WARNING", "INFO"};
  OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attributeObject("source", [&] { J.attribute("name", "cuda-fix"); });
    J.attributeArray("diagnostics", [&] {
      for (const Finding &F : R.Findings)
        J.object([&] {
          J.attribute("message", llvm::json::fixUTF8(F.Message));
          J.attribute("severity", Severities[static_cast<size_t>(F.Severity)]);
          J.attributeObject("code", [&] { J.attribute("value", F.Id); });
          position(J, F.Loc, S);
          suggestions(J, F, S);
          J.attributeArray("relatedLocations", [&] {
            for (const Related &Place : F.RelatedPlaces)
              J.object([&] {
                J.attribute("message", llvm::json::fixUTF8(
                                           Place.Text.empty() ? toString(Place.What).str() + " here"
                                                              : Place.Text));
                position(J, Place.Loc, S);
              });
          });
        });
    });
  });
  OS << '\n';
}

} // namespace cudafix::report
