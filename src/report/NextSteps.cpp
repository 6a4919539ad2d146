// SPDX-License-Identifier: Apache-2.0
#include "report/Report.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::report {

using llvm::StringRef;

static std::string count(size_t N, StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

/// Counts findings, not repairs: one repair may mend several findings, and the repair of one
/// finding may remove another, so the number of repairs is known only once they are made.
static std::string repairsToMake(const RunReport &R, bool Notes) {
  size_t Proven = 0, Others = 0;
  for (const Finding &F : R.Findings) {
    const Repair *Fix = chosenRepair(F);
    if (!Fix || Fix->Edits.empty() || Fix->How == Applicability::Manual ||
        (F.Severity == Level::Note && !Notes))
      continue;
    ++(Fix->How == Applicability::Proven ? Proven : Others);
  }
  if (!Proven && !Others)
    return "";
  if (!Proven)
    return "next: --apply --unsafe repairs " + count(Others, "finding") + ", " +
           (Others == 1 ? "not proven" : "none of them proven") + "; --diff --unsafe shows how";
  std::string Text = "next: --apply repairs " + count(Proven, "finding");
  if (Others)
    Text += ", with --unsafe " + std::to_string(Others) + " more";
  return Text + "; --diff shows how";
}

static bool hasNoLaunch(const KernelReport &K) {
  return llvm::all_of(K.Printed,
                      [](const PrintedLaunch &L) { return !L.Loc.Line && !L.KnowsBlock; });
}

/// The line of a launch of the kernel that could not be read; 0: there is none.
static unsigned unreadLine(const KernelReport &K) {
  return K.Printed.empty() ? 0 : K.Printed.front().UnreadLine;
}

/// The kernel was not analysed: other instances of its template were.
static bool isLeftOut(const KernelReport &K) { return K.OutOfBudget && K.Launches.empty(); }

/// "'scan' and 2 more"
static std::string named(llvm::ArrayRef<const KernelReport *> Of) {
  std::string Text = "'" + Of.front()->Name + "'";
  if (Of.size() > 1)
    Text += " and " + std::to_string(Of.size() - 1) + " more";
  return Text;
}

std::vector<std::string> nextSteps(const RunReport &R, bool Repairs, bool Notes) {
  std::vector<std::string> Steps;
  if (std::string Text = Repairs ? repairsToMake(R, Notes) : ""; !Text.empty())
    Steps.push_back(Text);
  std::vector<const KernelReport *> Unlaunched, Unread, Exhausted, Others;
  for (const KernelReport &K : R.Kernels)
    if (isUndecided(K))
      (!hasNoLaunch(K) || isLeftOut(K) ? (K.OutOfBudget ? Exhausted : Others)
       : unreadLine(K)                 ? Unread
                                       : Unlaunched)
          .push_back(&K);
  auto SayIt = [](const KernelReport &K) {
    return "say it: --launch '" + StringRef(K.Name).split('<').first.str() +
           ": block=(256) grid=((n + 255) / 256)'";
  };
  if (!Unread.empty())
    Steps.push_back("not decided, as line " + std::to_string(unreadLine(*Unread.front())) +
                    ", which launches it, could not be read: " + named(Unread) +
                    "; mend the errors, or " + SayIt(*Unread.front()));
  if (!Unlaunched.empty())
    Steps.push_back("not decided, no launch in sight: " + named(Unlaunched) +
                    "; name the files that launch them, give the build with -p, or " +
                    SayIt(*Unlaunched.front()));
  if (!Exhausted.empty())
    Steps.push_back("not decided within the effort allowed: " + named(Exhausted) +
                    "; --level=exhaustive tries for longer");
  if (!Others.empty())
    Steps.push_back(
        "not decided: " + named(Others) + "; what the proof needs: cuda-fix explain-launch " +
        StringRef(Others.front()->Name).split('<').first.str() + " " + Others.front()->Loc.File);
  return Steps;
}

} // namespace cudafix::report
