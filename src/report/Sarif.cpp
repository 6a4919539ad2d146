// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0, for code scanning. Level and confidence go into `level` and `rank`; the
// chosen repair is a `fix` where it has a source form.
#include "report/Places.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

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

void place(OStream &J, const SourceLoc &L, const Style &S) {
  J.attributeObject("physicalLocation", [&] {
    artifact(J, L.File);
    if (L.Line)
      J.attributeObject("region", [&] {
        J.attribute("startLine", L.Line);
        if (L.Column)
          J.attribute("startColumn", L.Column);
        if (std::optional<Position> End = endOf(L, S)) {
          J.attribute("endLine", End->Line);
          J.attribute("endColumn", End->Column);
        }
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

/// The place that the second thread of the witness reaches.
const SourceLoc &otherPlace(const Finding &F) {
  constexpr Role Roles[] = {Role::Read, Role::Write, Role::Atomic, Role::AsyncCopy, Role::Barrier};
  auto At = llvm::find_if(F.RelatedPlaces, [&](const Related &R) {
    return !(R.Loc == F.Loc) && llvm::is_contained(Roles, R.What);
  });
  return At == F.RelatedPlaces.end() ? F.Loc : At->Loc;
}

/// Writes a thread flow for each of the witness's two threads.
void threads(OStream &J, const Finding &F, const Style &S) {
  J.attributeArray("codeFlows", [&] {
    J.object([&] {
      message(J, "two threads, with " + printConfiguration(*F.Example));
      J.attributeArray("threadFlows", [&] {
        for (unsigned T = 0; T < 2; ++T) {
          const Witness::Thread &Who = F.Example->Threads[T];
          std::string Name =
              "thread " + printTriple(Who.Thread) + " of block " + printTriple(Who.Block);
          J.object([&] {
            text(J, "id", Name);
            J.attributeArray("locations", [&] {
              J.object([&] {
                J.attributeObject("location", [&] {
                  place(J, T ? otherPlace(F) : F.Loc, S);
                  message(J, Name);
                });
              });
            });
          });
        }
      });
    });
  });
}

/// `By`: how the finding is suppressed, in SARIF's words; empty: it is not.
void result(OStream &J, const Finding &F, const Style &S, Fingerprints &Prints, StringRef By) {
  constexpr int Ranks[] = {100, 90, 50, 10};
  J.object([&] {
    text(J, "ruleId", F.Id);
    const Rule *Of = llvm::find_if(S.Rules, [&](const Rule &R) { return R.Id == F.Id; });
    if (Of != S.Rules.end())
      J.attribute("ruleIndex", Of - S.Rules.begin());
    J.attribute("level", toString(F.Severity));
    J.attribute("rank", Ranks[static_cast<size_t>(F.How)]);
    message(J, F.Message);
    J.attributeArray("locations", [&] { J.object([&] { place(J, F.Loc, S); }); });
    if (!F.RelatedPlaces.empty())
      J.attributeArray("relatedLocations", [&] {
        for (const Related &R : F.RelatedPlaces)
          J.object([&] {
            place(J, R.Loc, S);
            message(J, R.Text.empty() ? toString(R.What).str() + " here" : R.Text);
          });
      });
    J.attributeObject("partialFingerprints", [&] { J.attribute("cudaFix/v1", Prints.of(F)); });
    if (F.Example && F.Example->Threads.size() == 2)
      threads(J, F, S);
    if (!By.empty())
      J.attributeArray("suppressions", [&] { J.object([&] { J.attribute("kind", By); }); });
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

/// "shared-race" as "SharedRace", the form that SARIF gives names.
std::string pascalCase(StringRef Id) {
  std::string Name;
  for (StringRef Word : llvm::split(Id, '-'))
    Name += llvm::toUpper(Word.front()) + Word.drop_front().str();
  return Name;
}

void rules(OStream &J, const Style &S) {
  J.attributeArray("rules", [&] {
    for (const Rule &R : S.Rules)
      J.object([&] {
        text(J, "id", R.Id);
        text(J, "name", pascalCase(R.Id));
        J.attributeObject("shortDescription",
                          [&] { text(J, "text", StringRef(R.Explanation).split("\n\n").first); });
        for (const char *Key : {"fullDescription", "help"})
          J.attributeObject(Key, [&] { text(J, "text", R.Explanation); });
        J.attributeObject("defaultConfiguration",
                          [&] { J.attribute("level", toString(R.Severity)); });
        if (!R.HelpUri.empty())
          text(J, "helpUri", R.HelpUri);
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
            rules(J, S);
          });
        });
        J.attributeArray("invocations", [&] { J.object([&] { invocation(J, R); }); });
        J.attributeArray("results", [&] {
          Fingerprints Prints(S);
          for (const Finding &F : R.Findings)
            result(J, F, S, Prints, "");
          for (const Finding &F : R.Suppressed)
            result(J, F, S, Prints, "inSource");
          for (const Finding &F : R.Known)
            result(J, F, S, Prints, "external");
        });
      });
    });
  });
  OS << '\n';
}

} // namespace cudafix::report
