// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Explain.h"
#include "cli/input/Suppressions.h"
#include "convention/Rule.h"
#include "detect/Detector.h"
#include "model/Globs.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

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

std::vector<report::Rule> explanations() {
  std::vector<report::Rule> All;
  for (const transform::RepairKind &R : transform::repairKinds())
    All.push_back({R.Id.str(), R.Explanation.trim().str(), Level::Note, ""});
  for (const convention::Rule &R : convention::rules())
    All.push_back({toString(R.Id), R.Explanation.trim().str(), Level::Note, ""});
  return All;
}

std::string firstSentence(StringRef Explanation) {
  size_t End = Explanation.find(". ");
  End = std::min({End, Explanation.find(".\n"), Explanation.find("\n\n")});
  std::string Line;
  for (char C : Explanation.take_front(End))
    Line += C == '\n' ? ' ' : C;
  return StringRef(Line).rtrim('.').str();
}

llvm::Error explain(llvm::raw_ostream &OS, StringRef Id) {
  Id.consume_front("cuda-fix-"); // NOLINT comments write it so
  for (const CheckText &C : checks())
    if (C.Id == Id) {
      OS << C.Id << " (" << toString(C.Severity) << ")\n\n" << C.Explanation.trim() << '\n';
      return llvm::Error::success();
    }
  for (const transform::RepairKind &R : transform::repairKinds())
    if (R.Id == Id) {
      OS << R.Id << " (repair)\n\n" << R.Explanation.trim() << '\n';
      return llvm::Error::success();
    }
  for (const convention::Rule &R : convention::rules())
    if (toString(R.Id) == Id) {
      OS << Id << " (convention)\n\n" << R.Explanation.trim() << '\n';
      return llvm::Error::success();
    }
  return llvm::createStringError("no check, repair or convention is called '" + Id +
                                 "'; 'cuda-fix checks' and 'cuda-fix conventions' list them");
}

void listChecks(llvm::raw_ostream &OS, StringRef Globs) {
  GlobList Selected(Globs);
  OS << "Checks:\n";
  for (const CheckText &C : checks())
    if (Selected.contains(C.Id))
      OS << llvm::format("  %-20s %-8s ", C.Id.str().c_str(), toString(C.Severity).str().c_str())
         << firstSentence(C.Explanation) << '\n';
  OS << "Repairs:\n";
  for (const transform::RepairKind &R : transform::repairKinds())
    OS << llvm::format("  %-20s %-8s ", R.Id.str().c_str(), "") << firstSentence(R.Explanation)
       << '\n';
}

void listConventions(llvm::raw_ostream &OS) {
  for (const convention::Rule &R : convention::rules())
    OS << llvm::format("  %-20s ", toString(R.Id).c_str()) << firstSentence(R.Explanation) << '\n';
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
