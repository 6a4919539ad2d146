// SPDX-License-Identifier: Apache-2.0
#include "cli/output/FixLines.h"
#include "cli/input/Files.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using llvm::StringRef;

namespace cudafix::cli {

using report::RunReport;

/// "lines 3, 8 and 9".
static std::string listOfLines(const std::set<unsigned> &Lines) {
  std::string Text = Lines.size() == 1 ? "line " : "lines ";
  for (auto It = Lines.begin(); It != Lines.end(); ++It) {
    if (It != Lines.begin())
      Text += std::next(It) == Lines.end() ? " and " : ", ";
    Text += std::to_string(*It);
  }
  return Text;
}

void describeSteps(llvm::ArrayRef<FixStep> Steps, StringRef Verb) {
  for (const FixStep &Step : Steps) {
    llvm::errs() << displayPath(Step.What.Loc.File) << ':' << Step.What.Loc.Line << ": " << Verb
                 << ' ' << Step.What.Id << ": " << Step.How.Id << " (" << toString(Step.How.How)
                 << "): " << Step.How.Title << '\n';
    std::map<std::pair<std::string, std::string>, std::set<unsigned>> Also; // by file, check
    for (const Finding &F : Step.Also)
      Also[{displayPath(F.Loc.File), F.Id}].insert(F.Loc.Line);
    for (const auto &[At, Lines] : Also)
      llvm::errs() << At.first << ':' << *Lines.begin() << ": " << Verb << ' ' << At.second
                   << " of " << listOfLines(Lines) << " by it\n";
  }
}

void describeSkipped(const RunReport &Left, const std::set<std::string> &Skipped, StringRef Verb) {
  size_t Count = llvm::count_if(Left.Findings, [&](const Finding &F) {
    const Repair *Fix = report::chosenRepair(F);
    return Fix && Skipped.count(keyOf(F, *Fix));
  });
  if (Count)
    llvm::errs() << Count << " repair" << (Count == 1 ? " is" : "s are") << " not proven; --unsafe "
                 << Verb << (Count == 1 ? " it" : " them") << " as well\n";
}

/// Why a finding has no repair, as the finding says.
static std::string whyNotRepaired(const Finding &F) {
  const Repair *Fix = report::chosenRepair(F);
  if (Fix)
    for (const RepairNote &Note : Fix->Notes)
      if (!Note.OnIR)
        return Note.Text;
  return "no repair was found";
}

void describeUnrepaired(const RunReport &Before, const RunReport &Left) {
  auto IsUnrepaired = [](const Finding &F) {
    const Repair *Fix = report::chosenRepair(F);
    return F.Severity == Level::Error && (!Fix || Fix->How == Applicability::Manual);
  };
  auto Stays = [&](const Finding &F) {
    return llvm::any_of(Left.Findings, [&](const Finding &L) {
      return L.check() == F.check() && L.KernelName == F.KernelName && L.Object == F.Object &&
             IsUnrepaired(L);
    });
  };
  std::set<std::string> Lines;
  for (const Finding &F : Before.Findings)
    if (IsUnrepaired(F) && Stays(F))
      Lines.insert(displayPath(F.Loc.File) + ":" + std::to_string(F.Loc.Line) + ": no repair of " +
                   F.Id + ": " + whyNotRepaired(F));
  for (const std::string &Line : Lines)
    llvm::errs() << Line << '\n';
}

} // namespace cudafix::cli
