// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0, for code scanning. Level and confidence go into `level` and `rank`; the
// chosen repair is a `fix` where it has a source form.
#include "report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

namespace cudafix::report {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

void text(OStream &J, StringRef Key, StringRef Value) {
  J.attribute(Key, llvm::json::fixUTF8(Value));
}

void message(OStream &J, StringRef Value) {
  J.attributeObject("message", [&] { text(J, "text", Value); });
}

std::string uri(StringRef File) {
  std::string Uri = File.starts_with("/") ? "file://" : "";
  for (char C : File)
    if (llvm::isAlnum(C) || StringRef("/-._~+@").contains(C))
      Uri += C;
    else
      Uri += "%" + llvm::utohexstr(static_cast<unsigned char>(C), /*LowerCase=*/false, /*Width=*/2);
  return Uri;
}

void artifact(OStream &J, StringRef File) {
  J.attributeObject("artifactLocation", [&] { text(J, "uri", uri(File)); });
}

void place(OStream &J, const SourceLoc &L) {
  J.attributeObject("physicalLocation", [&] {
    artifact(J, L.File);
    if (L.Line)
      J.attributeObject("region", [&] {
        J.attribute("startLine", L.Line);
        if (L.Column)
          J.attribute("startColumn", L.Column);
      });
  });
}

void fix(OStream &J, const Repair &R) {
  std::map<std::string, std::vector<const Edit *>> ByFile;
  for (const Edit &E : R.Edits)
    ByFile[E.File].push_back(&E);
  J.attributeArray("fixes", [&] {
    J.object([&] {
      J.attributeObject("description", [&] { text(J, "text", R.Title); });
      J.attributeArray("artifactChanges", [&] {
        for (const auto &[File, Edits] : ByFile)
          J.object([&] {
            artifact(J, File);
            J.attributeArray("replacements", [&] {
              for (const Edit *E : Edits)
                J.object([&] {
                  J.attributeObject("deletedRegion", [&] {
                    J.attribute("byteOffset", E->Offset);
                    J.attribute("byteLength", E->Length);
                  });
                  J.attributeObject("insertedContent", [&] { text(J, "text", E->Text); });
                });
            });
          });
      });
    });
  });
}

void result(OStream &J, const Finding &F) {
  constexpr int Ranks[] = {100, 90, 50, 10};
  J.object([&] {
    text(J, "ruleId", F.Id);
    J.attribute("level", toString(F.Severity));
    J.attribute("rank", Ranks[static_cast<size_t>(F.How)]);
    message(J, F.Message);
    J.attributeArray("locations", [&] { J.object([&] { place(J, F.Loc); }); });
    if (!F.RelatedPlaces.empty())
      J.attributeArray("relatedLocations", [&] {
        for (const Related &R : F.RelatedPlaces)
          J.object([&] {
            place(J, R.Loc);
            message(J, R.Text.empty() ? R.Role + " here" : R.Text);
          });
      });
    const Repair *R = chosenRepair(F);
    if (R && !R->Edits.empty())
      fix(J, *R);
  });
}

void invocation(OStream &J, const RunReport &R) {
  bool Complete = true;
  for (const UnitReport &U : R.Units)
    Complete &= U.Status == UnitStatus::Analysed;
  J.attribute("executionSuccessful", Complete);
  J.attributeArray("toolExecutionNotifications", [&] {
    for (const UnitReport &U : R.Units)
      if (U.Status != UnitStatus::Analysed)
        J.object([&] {
          J.attribute("level", U.Status == UnitStatus::Failed ? "error" : "warning");
          message(J, U.File + ": " + U.Reason);
        });
  });
}

/// Every check that found something.
void rules(OStream &J, const RunReport &R, const Style &S) {
  std::set<std::string> Ids;
  for (const Finding &F : R.Findings)
    Ids.insert(F.Id);
  J.attributeArray("rules", [&] {
    for (const std::string &Id : Ids)
      J.object([&] {
        text(J, "id", Id);
        std::string Text = S.Explanation ? S.Explanation(Id) : "";
        if (Text.empty())
          return;
        for (const char *Key : {"fullDescription", "help"})
          J.attributeObject(Key, [&] { text(J, "text", Text); });
        J.attributeObject("shortDescription",
                          [&] { text(J, "text", StringRef(Text).split("\n\n").first); });
      });
  });
}

} // namespace

void writeSarif(llvm::raw_ostream &OS, const RunReport &R, const Style &S) {
  auto [Name, Version] = StringRef(R.Tool).split(' ');
  OStream J(OS, /*IndentSize=*/2);
  J.object([&, &Name = Name, &Version = Version] {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool", [&] {
          J.attributeObject("driver", [&] {
            text(J, "name", Name);
            text(J, "version", Version);
            rules(J, R, S);
          });
        });
        J.attributeArray("invocations", [&] { J.object([&] { invocation(J, R); }); });
        J.attributeArray("results", [&] {
          for (const Finding &F : R.Findings)
            result(J, F);
        });
      });
    });
  });
  OS << '\n';
}

} // namespace cudafix::report
