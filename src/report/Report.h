// SPDX-License-Identifier: Apache-2.0
//
// The results of one run over all its translation units, and the formats in which they are printed.
#pragma once

#include "model/Details.h"
#include "model/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace cudafix::report {

/// A hazard that compute-sanitizer saw, and what the analysis says about it.
struct AnsweredHazard {
  unsigned LogLine = 0; ///< the first line of the log with it
  unsigned Times = 1;
  std::string What;   ///< "race at a.cu:3 (write) and a.cu:4 (read)"
  std::string Answer; ///< "proved", "likely", "possible", "false alarm", "undecided", "unknown"
  std::string Why;
};

/// The units of a run in the order in which they were given. Kernels and findings that several
/// units share (headers, instantiations) are listed once.
struct RunReport {
  std::string Tool; ///< "cuda-fix X.Y.Z"
  std::vector<UnitReport> Units;
  std::vector<KernelReport> Kernels;
  std::vector<Finding> Findings;   ///< sorted by place; for display in the order of listedBefore
  size_t Hidden = 0;               ///< possible findings that are not shown
  std::vector<Finding> Suppressed; ///< by a comment in the source
  std::vector<Finding> Known;      ///< recorded in the baseline
  std::string HazardLog;           ///< the name of the log of --sanitizer-log
  std::vector<AnsweredHazard> Hazards;
  /// For pictures: kernels as they are with a repair, by its edits.
  std::map<std::vector<Edit>, std::vector<KernelDetails>> Repaired;
  std::vector<KernelDetails> Details; ///< if asked for; some instances may appear twice
};

/// Merges the units' kernels and findings. A kernel that several units contain is racy if one of
/// them says so, and free only if all do.
RunReport merge(std::vector<UnitReport> Units);

/// Merges findings of one place and sorts them by place; keeps the more certain one and
/// the repairs of the first that has any.
void mergeFindings(std::vector<Finding> &Findings);

/// Bugs come first, in the order of the source; then what costs time, worst first.
bool listedBefore(const Finding &A, const Finding &B);

/// A check as the formats describe it.
struct Rule {
  std::string Id, Explanation;
  Level Severity = Level::Warning;
  std::string HelpUri; ///< NVIDIA's documentation of the subject
};

/// What a format may need beyond the report.
struct Style {
  bool Colors = false;
  bool NotesInFull = false; ///< notes with source lines instead of one line each
  /// The text of a source file; nullopt when it cannot be read.
  llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)> Source;
  llvm::ArrayRef<Rule> Rules;  ///< all checks
  llvm::ArrayRef<Rule> Others; ///< repairs and conventions, by their explanations
};

/// A format of reports, by the name that --format takes.
struct Format {
  llvm::StringLiteral Name;
  void (*Write)(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
  bool ForReview = false; ///< paths are relative to the top of the checkout
  bool IsFolder = false;  ///< the output is a folder in which index.html is written
};

llvm::ArrayRef<Format> formats();

/// The writers of the formats; R holds paths as they are to be printed.
void writeText(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeJson(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeSarif(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeGithub(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeGitlab(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeHtml(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
void writeRdjson(llvm::raw_ostream &OS, const RunReport &R, const Style &S);

/// "2 errors, 1 warning in 3 files; 4 kernels free of races and divergence, 1 undecided".
/// `Together`: the text names findings that are alike with the first of them.
std::string summary(const RunReport &R, bool Together = false);

/// Findings on one array that one repair, or none, is for; the surest comes first.
using Bug = std::vector<const Finding *>;
std::vector<Bug> bugs(const RunReport &R);
/// Returns true for so many findings that the text prints only the first in full; the JSON report
/// has them all.
bool isToldTogether(const Bug &B);

/// The next steps for the user, one sentence each: which repairs can be made (unless some were made
/// already), and what would decide the undecided kernels.
std::vector<std::string> nextSteps(const RunReport &R, bool Repairs, bool Notes);

/// The facts about each launch of the kernel and, with explain-launch, what a proof needs of it.
void writeLaunches(llvm::raw_ostream &OS, const KernelReport &K);

/// Returns true if a verdict on races or barriers was asked for but not reached.
bool isUndecided(const KernelReport &K);
/// "(3,0,0)"
std::string printTriple(const std::array<uint64_t, 3> &T);
/// "block (64,1,1), grid (1,1,1), n = 300"
std::string printConfiguration(const Witness &W);
/// "block_barriers 1 -> 2" for every measure that changes; empty: none changes.
std::string printCostChange(const Verification &V);
/// How a text at `At` refers to the finding `Id` at `Of`: "b.cu:5", "line 5" (same file), or "the
/// global-race of this line".
std::string otherFinding(llvm::StringRef Id, const SourceLoc &Of, const SourceLoc &At);
/// The repair a user is shown: the first that is not manual, else the first; null: none.
const Repair *chosenRepair(const Finding &F);

} // namespace cudafix::report
