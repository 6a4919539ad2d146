// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Explain.h"
#include "cli/options/CheckTexts.h"
#include "convention/Rule.h"
#include "model/Globs.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace cudafix::cli {

using llvm::StringRef;

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

} // namespace cudafix::cli
