// SPDX-License-Identifier: Apache-2.0
//
// What one run found, over all its translation units, and the formats it is printed in.
#pragma once

#include "model/Details.h"
#include "model/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace cudafix::report {

/// What compute-sanitizer saw, and what the analysis says about it.
struct AnsweredHazard {
  unsigned LogLine = 0; ///< the first line of the log with it
  unsigned Times = 1;
  std::string What;   ///< "race at a.cu:3 (write) and a.cu:4 (read)"
  std::string Answer; ///< "proved", "likely", "possible", "false alarm", "undecided", "unknown"
  std::string Why;
};

/// The units of a run in the order they were given; kernels and findings that several
/// units share (headers, instantiations) stand once.
struct RunReport {
  std::string Tool; ///< "cuda-fix X.Y.Z"
  std::vector<UnitReport> Units;
  std::vector<KernelReport> Kernels;
  std::vector<Finding> Findings;   ///< by place; as shown, in the order of listedBefore
  size_t Hidden = 0;               ///< possible findings that are not shown
  std::vector<Finding> Suppressed; ///< by a comment in the source
  std::vector<Finding> Known;      ///< by the baseline
  std::string HazardLog;           ///< of --sanitizer-log
  std::vector<AnsweredHazard> Hazards;
  /// For pictures: kernels as they are with a repair, by its edits.
  std::map<std::vector<Edit>, std::vector<KernelDetails>> Repaired;
  std::vector<KernelDetails> Details; ///< if asked for; some instances may appear twice
};

/// Gathers the units' kernels and findings. A kernel seen by several units is racy if one
/// of them says so and free only if all do.
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
  std::string HelpUri; ///< where CUDA's makers describe the matter
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

struct Format {
  llvm::StringLiteral Name;
  void (*Write)(llvm::raw_ostream &OS, const RunReport &R, const Style &S);
  bool ForReview = false; ///< paths are those from the top of the checkout
  bool IsFolder = false;  ///< the output is a folder, for index.html
};

llvm::ArrayRef<Format> formats();

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

/// The next steps for the user, one sentence each: which repairs can be made, unless one was made
/// already, and what would decide the open kernels.
std::vector<std::string> nextSteps(const RunReport &R, bool Repairs, bool Notes);

/// The facts about each launch of the kernel and, with explain-launch, what a proof needs of it.
void writeLaunches(llvm::raw_ostream &OS, const KernelReport &K);

/// Returns true if a verdict on races or barriers was asked for and is open.
bool isUndecided(const KernelReport &K);
/// "(3,0,0)"
std::string printTriple(const std::array<uint64_t, 3> &T);
/// "block (64,1,1), grid (1,1,1), n = 300"
std::string printConfiguration(const Witness &W);
/// "block_barriers 1 -> 2" for every measure that changes; empty: none does.
std::string printCostChange(const Verification &V);
/// What the finding `Id` at `Of` is called at another one's place: "line 5", else "the global-race
/// of this line".
std::string otherFinding(llvm::StringRef Id, const SourceLoc &Of, const SourceLoc &At);
/// The repair a user is shown: the first that is not manual, else the first; null: none.
const Repair *chosenRepair(const Finding &F);

} // namespace cudafix::report
