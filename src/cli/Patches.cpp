// SPDX-License-Identifier: Apache-2.0
#include "cli/Patches.h"
#include "cli/GitState.h"
#include "cli/OutputFolder.h"
#include "optimize/Optimize.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <ctime>

namespace cudafix::cli {

using llvm::StringRef;
namespace path = llvm::sys::path;

/// SOURCE_DATE_EPOCH, else the epoch: the same input gives the same patch.
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

/// The path inside its repository, or as displayed outside of one.
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
    OS << "  " << place(R.Loc) << ": " << oneLine(R.Text.empty() ? R.Role + " here" : R.Text)
       << '\n';
  if (F.Example) {
    OS << "Witness:";
    for (const Witness::Thread &T : F.Example->Threads)
      OS << " thread " << report::printTriple(T.Thread) << " of block "
         << report::printTriple(T.Block) << ';';
    OS << ' ' << report::printConfiguration(*F.Example) << '\n';
  }
  for (const std::string &Fact : F.Facts)
    OS << "Launch: " << oneLine(Fact) << '\n';
}

static void describeRepair(llvm::raw_ostream &OS, const Repair &R) {
  OS << "Repair: " << R.Id << " (" << toString(R.How) << ")\n";
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
  for (const std::string &N : R.Notes)
    OS << "Note: " << oneLine(N) << '\n';
}

std::string patchText(const FixStep &Step, size_t Number, size_t Count) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n"
     << "From: cuda-fix <cuda-fix@localhost>\n"
     << "Date: " << date() << '\n'
     << "Subject: [PATCH " << Number << '/' << Count << "] " << path::filename(Step.What.Loc.File)
     << ": " << oneLine(Step.How.Title) << '\n'
     << "MIME-Version: 1.0\n"
     << "Content-Type: text/plain; charset=UTF-8\n"
     << "Content-Transfer-Encoding: 8bit\n\n";
  describeFinding(OS, "Finding", Step.What);
  describeEvidence(OS, Step.What);
  for (const Finding &F : Step.Also)
    describeFinding(OS, "Also", F);
  describeRepair(OS, Step.How);
  OS << "---\n";
  for (const FixStep::Change &C : Step.Changes) {
    std::string Name = label(C.File);
    OS << "diff --git a/" << Name << " b/" << Name << '\n'
       << rewrite::unifiedDiff(Name, C.Before, C.After);
  }
  OS << "-- \ncuda-fix " CUDAFIX_VERSION "\n\n";
  return Text;
}

static std::string fileName(size_t Number, StringRef Id, StringRef Source, StringRef Extension) {
  std::string Digits = std::to_string(Number);
  std::string Name = std::string(4 - std::min<size_t>(4, Digits.size()), '0') + Digits + "-";
  Name += Id.str() + "-";
  for (char C : path::stem(Source))
    Name += llvm::isAlnum(C) || C == '_' || C == '-' ? C : '_';
  return Name + Extension.str();
}

/// Says which files beside them somebody may take for theirs.
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
  for (size_t I = 0; I < Steps.size(); ++I) {
    Files.push_back({fileName(I + 1, Steps[I].How.Id, Steps[I].What.Loc.File, ".patch"),
                     patchText(Steps[I], I + 1, Steps.size())});
    Series += Files.back().Name + "\n";
  }
  Files.push_back({"series", Series});
  return write(Folder, "patches", ".patch", Files);
}

llvm::Error writeIR(StringRef Folder, const report::RunReport &R,
                    llvm::ArrayRef<std::string> Passes) {
  std::vector<OutputFile> Files;
  std::vector<std::string> Written;
  for (const Finding &F : R.Findings)
    for (const Repair &Fix : F.Repairs) {
      if (!Fix.HasIR || Fix.PatchedIR.empty() || llvm::is_contained(Written, Fix.PatchedIR))
        continue;
      Written.push_back(Fix.PatchedIR);
      std::string Text = Fix.PatchedIR;
      if (!Passes.empty()) {
        llvm::Expected<std::string> Optimized = optimize::runOnText(Text, Passes);
        if (!Optimized)
          return Optimized.takeError();
        Text = std::move(*Optimized);
      }
      Files.push_back({fileName(Files.size() + 1, Fix.Id, F.Loc.File, ".ll"), std::move(Text)});
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
