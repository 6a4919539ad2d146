// SPDX-License-Identifier: Apache-2.0
//
// What continuous integration reads: GitHub's workflow commands, GitLab's code quality
// report, reviewdog's diagnostic format.
#include "report/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"
#include <map>

namespace cudafix::report {

using llvm::StringRef;
using llvm::json::OStream;

/// Percent-escapes what ends a workflow command or one of its properties.
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
  for (const Finding &F : R.Findings) {
    OS << "::" << (F.Severity == Level::Note ? "notice" : toString(F.Severity))
       << " file=" << escape(F.Loc.File, true) << ",line=" << F.Loc.Line << ",col=" << F.Loc.Column
       << ",title=" << escape("cuda-fix " + F.Id, true) << "::" << escape(F.Message, false) << '\n';
  }
}

static std::string fingerprint(const Finding &F) {
  llvm::MD5 Hash;
  Hash.update(F.Id + "\n" + F.Loc.File + "\n" + F.KernelName + "\n" + F.Message);
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

void writeGitlab(llvm::raw_ostream &OS, const RunReport &R, const Style &) {
  constexpr llvm::StringLiteral Severities[] = {"critical", "major", "info"};
  std::map<std::string, unsigned> Seen; // Two equal messages are two entries.
  OStream J(OS, /*IndentSize=*/2);
  J.array([&] {
    for (const Finding &F : R.Findings)
      J.object([&] {
        std::string Print = fingerprint(F);
        if (unsigned Copies = Seen[Print]++)
          Print += "-" + std::to_string(Copies);
        J.attribute("description", llvm::json::fixUTF8(F.Message));
        J.attribute("check_name", F.Id);
        J.attribute("fingerprint", Print);
        J.attribute("severity", Severities[static_cast<size_t>(F.Severity)]);
        J.attributeObject("location", [&] {
          J.attribute("path", llvm::json::fixUTF8(F.Loc.File));
          J.attributeObject("lines", [&] { J.attribute("begin", F.Loc.Line); });
        });
      });
  });
  OS << '\n';
}

static void position(OStream &J, const SourceLoc &L) {
  J.attributeObject("location", [&] {
    J.attribute("path", llvm::json::fixUTF8(L.File));
    J.attributeObject("range", [&] {
      J.attributeObject("start", [&] {
        J.attribute("line", L.Line);
        J.attribute("column", L.Column);
      });
    });
  });
}

void writeRdjson(llvm::raw_ostream &OS, const RunReport &R, const Style &) {
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
          position(J, F.Loc);
          J.attributeArray("relatedLocations", [&] {
            for (const Related &Place : F.RelatedPlaces)
              J.object([&] {
                J.attribute("message", llvm::json::fixUTF8(Place.Text.empty() ? Place.Role + " here"
                                                                              : Place.Text));
                position(J, Place.Loc);
              });
          });
        });
    });
  });
  OS << '\n';
}

} // namespace cudafix::report
