// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Patches.h"
#include "cli/input/GitState.h"
#include "cli/output/OutputFolder.h"
#include "model/Check.h"
#include "rewrite/Rewrite.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <ctime>

namespace cudafix::cli {

using llvm::StringRef;
namespace path = llvm::sys::path;

/// The date SOURCE_DATE_EPOCH, or else the epoch, so that the same input gives the same patch.
static std::string date() {
  time_t Seconds = 0;
  if (const char *Epoch = std::getenv("SOURCE_DATE_EPOCH"))
    Seconds = std::strtoll(Epoch, nullptr, 10);
  char Text[64];
  std::tm Parts;
  ::gmtime_r(&Seconds, &Parts);
  std::strftime(Text, sizeof(Text), "%a, %d %b %Y %H:%M:%S +0000", &Parts);
  return Text;
}

/// The path inside its repository, or the displayed path outside of one.
static std::string label(StringRef File) {
  std::string Top = repositoryOf(File);
  StringRef Rest = File;
  if (!Top.empty() && Rest.consume_front(Top) && Rest.consume_front("/"))
    return Rest.str();
  return StringRef(displayPath(File)).ltrim('/').str();
}

static std::string place(const SourceLoc &L) {
  return displayPath(L.File) + ":" + std::to_string(L.Line);
}

static std::string oneLine(StringRef Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (static_cast<unsigned char>(C) < ' ')
      C = ' ';
  return Line;
}

static void describeFinding(llvm::raw_ostream &OS, StringRef Title, const Finding &F) {
  OS << Title << ": " << place(F.Loc) << ": " << oneLine(F.Message) << " [" << F.Id << ", "
     << toString(F.How) << "]\n";
}

static void describeEvidence(llvm::raw_ostream &OS, const Finding &F) {
  for (const Related &R : F.RelatedPlaces)
    OS << "  " << place(R.Loc) << ": "
       << oneLine(R.Text.empty() ? toString(R.What).str() + " here" : R.Text) << '\n';
  if (F.Example) {
    OS << "Witness:";
    for (const Witness::Thread &T : F.Example->Threads)
      OS << " thread " << report::printTriple(T.Thread) << " of block "
         << report::printTriple(T.Block) << ';';
    OS << ' ' << report::printConfiguration(*F.Example) << '\n';
  }
  for (const Premise &P : F.Premises)
    OS << "Unless: " << oneLine(toString(P)) << '\n';
  for (const std::string &Fact : F.Facts)
    OS << "Launch: " << oneLine(Fact) << '\n';
}

static void describeRepair(llvm::raw_ostream &OS, const Repair &R) {
  OS << "Repair: " << R.Id << " (" << toString(R.How) << "): " << oneLine(R.Title) << '\n';
  for (const std::string &A : R.Assumptions)
    OS << "Assumption: " << oneLine(A) << '\n';
  const Verification &V = R.Check;
  OS << "Verified: " << (V.Parses ? "parses for host and device" : "does not parse") << ", "
     << (V.FindingGone ? "finding gone" : "finding not gone") << ", " << V.NewFindings
     << " new findings" << (V.IRVerified ? ", IR accepted by the NVPTX backend" : "")
     << "; simulation " << toString(V.Result)
     << (V.SimulatedReason.empty() ? "" : " (" + V.SimulatedReason + ")") << '\n';
  std::string Price = report::printCostChange(V);
  OS << "Price: " << (Price.empty() ? "none" : Price) << '\n';
  for (const FormulaChange &C : V.Formulas)
    OS << "Formula: " << C.Metric << ": " << C.Before << " -> " << C.After << '\n';
  for (const RepairNote &N : R.Notes)
    OS << "Note: " << oneLine(N.Text) << '\n';
}

static void describeStep(llvm::raw_ostream &OS, const FixStep &Step) {
  constexpr size_t MaxAlso = 5;
  describeFinding(OS, "Finding", Step.What);
  describeEvidence(OS, Step.What);
  for (const Finding &F : llvm::ArrayRef(Step.Also).take_front(MaxAlso))
    describeFinding(OS, "Also", F);
  if (Step.Also.size() > MaxAlso)
    OS << "And " << Step.Also.size() - MaxAlso << " more findings that go with it\n";
  describeRepair(OS, Step.How);
}

//===-- The subject ---------------------------------------------------------------------===//

/// Shortens "at lines 4, 7, 9" to "at 3 places".
static std::string withoutLines(StringRef Title) {
  for (StringRef Word : {" at lines ", " in lines "}) {
    auto [Before, Rest] = Title.split(Word);
    size_t End = Rest.find_first_not_of("0123456789, ");
    StringRef Lines = Rest.take_front(End).rtrim(' ');
    if (Lines.empty())
      continue;
    StringRef After = Rest.drop_front(Lines.size());
    return (Before + Word.take_front(4) + llvm::Twine(Lines.count(',') + 1) + " places").str() +
           withoutLines(After);
  }
  return Title.str();
}

/// What a kind of repair does, for titles that have no room for its places.
static std::string inWords(StringRef Id) {
  for (const transform::RepairKind &Kind : transform::repairKinds())
    if (Kind.Id == Id && !Kind.Shortly.empty())
      return Kind.Shortly.str();
  std::string Words = Id.str();
  llvm::replace(Words, '-', ' ');
  return Words;
}

/// The steps that the title names: all but those that take out a barrier of an earlier repair.
static std::vector<const FixStep *> toName(const SeriesPatch &Patch) {
  std::vector<const FixStep *> All, Named;
  for (const FixStep &Step : Patch.Steps) {
    All.push_back(&Step);
    if (Step.OfCost || Step.What.check() != Check::RedundantBarrier)
      Named.push_back(&Step);
  }
  return Named.empty() ? All : Named;
}

/// "put barriers and make updates atomic"
static std::string shortly(const SeriesPatch &Patch) {
  std::vector<std::string> Said;
  for (const FixStep *Step : toName(Patch))
    if (std::string Words = inWords(Step->How.Id); !llvm::is_contained(Said, Words))
      Said.push_back(std::move(Words));
  return llvm::join(Said, " and ");
}

/// " in 'reduce'"
static std::string inKernel(const SeriesPatch &Patch) {
  StringRef Kernel = StringRef(Patch.Steps.front().What.KernelName).split('<').first;
  Kernel = Kernel.substr(Kernel.rfind(':') + 1);
  return Kernel.empty() ? "" : " in '" + Kernel.str() + "'";
}

/// The subject: what was done to which file, in at most 72 characters.
static std::string subject(const SeriesPatch &Patch) {
  constexpr size_t Most = 72;
  std::string File = path::filename(Patch.Changes.front().File).str();
  if (size_t Others = Patch.Changes.size() - 1)
    File += " and " + std::to_string(Others) + " more";
  std::vector<std::string> Titles;
  for (const FixStep *Step : toName(Patch))
    if (std::string Title = oneLine(Step->How.Title); !llvm::is_contained(Titles, Title))
      Titles.push_back(std::move(Title));
  std::string All = llvm::join(Titles, "; "), Short = shortly(Patch);
  for (const std::string &Text : {All, withoutLines(All), Short + inKernel(Patch), Short})
    if (File.size() + 2 + Text.size() <= Most)
      return File + ": " + Text;
  return (File + ": " + Short).substr(0, Most - 3) + "...";
}

//===-- The mail ------------------------------------------------------------------------===//

/// Encodes as in RFC 2045, so that git am keeps carriage returns.
static std::string quotedPrintable(StringRef Text) {
  constexpr size_t Most = 75;
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    bool Ends = Line.size() < Text.size();
    Text = Rest;
    size_t Begin = Out.size();
    for (size_t I = 0; I < Line.size(); ++I) {
      unsigned char C = Line[I];
      bool Last = I + 1 == Line.size();
      bool Plain = C != '=' && ((C > ' ' && C < 127) || ((C == ' ' || C == '\t') && !Last));
      if (Out.size() - Begin + (Plain ? 1 : 3) > Most) {
        Out += "=\n";
        Begin = Out.size();
      }
      Out += Plain ? std::string(1, C) : "=" + llvm::toHex(llvm::ArrayRef(C));
    }
    if (Ends)
      Out += '\n';
  }
  return Out;
}

std::string patchText(const SeriesPatch &Patch, size_t Number, size_t Count) {
  std::string Body;
  llvm::raw_string_ostream OS(Body);
  bool Quoted = false;
  for (const FixStep &Step : Patch.Steps) {
    OS << (&Step == &Patch.Steps.front() ? "" : "\n");
    describeStep(OS, Step);
  }
  OS << "---\n";
  for (const FixStep::Change &C : Patch.Changes) {
    std::string Name = label(C.File);
    OS << "diff --git a/" << Name << " b/" << Name << '\n'
       << rewrite::unifiedDiff(Name, C.Before, C.After);
    Quoted |= StringRef(C.Before).contains("\r\n");
  }
  OS << "-- \ncuda-fix " CUDAFIX_VERSION "\n\n";
  return "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n"
         "From: cuda-fix <cuda-fix@localhost>\n"
         "Date: " +
         date() + "\nSubject: [PATCH " + std::to_string(Number) + "/" + std::to_string(Count) +
         "] " + subject(Patch) +
         "\nMIME-Version: 1.0\n"
         "Content-Type: text/plain; charset=UTF-8\n"
         "Content-Transfer-Encoding: " +
         (Quoted ? "quoted-printable" : "8bit") + "\n\n" + (Quoted ? quotedPrintable(Body) : Body);
}

static std::string fileName(size_t Number, StringRef Id, StringRef Source, StringRef Extension) {
  std::string Digits = std::to_string(Number);
  std::string Name = std::string(4 - std::min<size_t>(4, Digits.size()), '0') + Digits + "-";
  Name += Id.str() + "-";
  for (char C : path::stem(Source))
    Name += llvm::isAlnum(C) || C == '_' || C == '-' ? C : '_';
  return Name + Extension.str();
}

/// Writes the files, and warns of other files in the folder that could be mistaken for them.
static llvm::Error write(StringRef Folder, StringRef Kind, StringRef Extension,
                         llvm::ArrayRef<OutputFile> Files) {
  llvm::Expected<std::vector<std::string>> Others = writeOutputs(Folder, Kind, Extension, Files);
  if (!Others)
    return Others.takeError();
  if (!Others->empty())
    llvm::errs() << Folder << ": other files stay there: " << llvm::join(*Others, ", ") << '\n';
  return llvm::Error::success();
}

llvm::Error writePatches(StringRef Folder, llvm::ArrayRef<FixStep> Steps) {
  std::vector<OutputFile> Files;
  std::string Series;
  std::vector<SeriesPatch> Patches = seriesOf(Steps);
  for (size_t I = 0; I < Patches.size(); ++I) {
    Files.push_back({fileName(I + 1, Patches[I].Steps.front().How.Id,
                              Patches[I].Changes.front().File, ".patch"),
                     patchText(Patches[I], I + 1, Patches.size())});
    Series += Files.back().Name + "\n";
  }
  Files.push_back({"series", Series});
  return write(Folder, "patches", ".patch", Files);
}

llvm::Error writeIR(StringRef Folder, const report::RunReport &R) {
  std::vector<OutputFile> Files;
  std::vector<std::string> Written;
  for (const Finding &F : R.Findings)
    for (const Repair &Fix : F.Repairs) {
      if (!Fix.HasIR || Fix.PatchedIR.empty() || llvm::is_contained(Written, Fix.PatchedIR))
        continue;
      Written.push_back(Fix.PatchedIR);
      Files.push_back({fileName(Files.size() + 1, Fix.Id, F.Loc.File, ".ll"), Fix.PatchedIR});
      break;
    }
  size_t Number = Files.size();
  for (const UnitReport &U : R.Units) {
    if (U.OptimizedIR.empty())
      continue;
    ++Number;
    Files.push_back({fileName(Number, "original", U.File, ".ll"), U.OriginalIR});
    Files.push_back({fileName(Number, "optimized", U.File, ".ll"), U.OptimizedIR});
  }
  return write(Folder, "ir", ".ll", Files);
}

} // namespace cudafix::cli
