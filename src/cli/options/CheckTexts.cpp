// SPDX-License-Identifier: Apache-2.0
#include "cli/options/CheckTexts.h"
#include "cli/input/Suppressions.h"
#include "convention/Rule.h"
#include "detect/Detector.h"
#include "model/Globs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::cli {

using llvm::StringRef;

constexpr llvm::StringLiteral
    SynchronizationGuide =
        "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#synchronization-functions",
    PerformanceGuide =
        "https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/#memory-optimizations";

std::vector<CheckText> checks() {
  std::vector<CheckText> All;
  for (const detect::Detector &D : detect::detectors())
    All.push_back({D.Id, D.Severity, D.Explanation,
                   D.Kind == detect::Group::Performance ? PerformanceGuide : SynchronizationGuide});
  All.push_back({UnusedSuppression, Level::Warning, UnusedSuppressionExplanation, ""});
  return All;
}

llvm::Error validateConventions(StringRef Globs) {
  std::vector<std::string> Ids;
  for (const convention::Rule &R : convention::rules())
    Ids.push_back(toString(R.Id));
  // Checks exclusions as well: a typing mistake in one would go unnoticed.
  for (StringRef Part : llvm::split(Globs, ','))
    if (std::string Name = Part.trim().ltrim('-').str();
        GlobList(Name).unmatched(std::vector<StringRef>(Ids.begin(), Ids.end())).size())
      return llvm::createStringError("--conventions: no convention matches '" + Name +
                                     "'; 'cuda-fix conventions' lists them all");
  return llvm::Error::success();
}

llvm::Error validateChecks(StringRef Globs) {
  std::vector<StringRef> Ids;
  for (const CheckText &C : checks())
    Ids.push_back(C.Id);
  GlobList List(Globs);
  if (std::vector<std::string> Nothing = List.unmatched(Ids); !Nothing.empty())
    return llvm::createStringError("--checks: no check matches '" + Nothing.front() +
                                   "'; 'cuda-fix checks' lists them all");
  if (llvm::none_of(Ids, [&](StringRef Id) { return List.contains(Id); }))
    return llvm::createStringError("--checks: '" + Globs + "' selects no check");
  return llvm::Error::success();
}

} // namespace cudafix::cli
