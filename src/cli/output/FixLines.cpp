// SPDX-License-Identifier: Apache-2.0
#include "cli/output/FixLines.h"
#include "cli/input/Files.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace cudafix::cli {

using report::RunReport;

void describeSteps(llvm::ArrayRef<FixStep> Steps, StringRef Verb) {
  auto Shown = [](SourceLoc L) {
    L.File = displayPath(L.File);
    return L;
  };
  for (const FixStep &Step : Steps) {
    auto Start = [&](const Finding &F) -> llvm::raw_ostream & {
      return llvm::errs() << displayPath(F.Loc.File) << ':' << F.Loc.Line << ": " << Verb << ' '
                          << F.Id << ": " << Step.How.Id;
    };
    Start(Step.What) << " (" << toString(Step.How.How) << "): " << Step.How.Title << '\n';
    for (const Finding &F : Step.Also)
      Start(F) << ", the same as for "
               << report::otherFinding(Step.What.Id, Shown(Step.What.Loc), Shown(F.Loc)) << '\n';
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
