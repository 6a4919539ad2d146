// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Fixes.h"
#include "detect/Detector.h"
#include "model/Check.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace cudafix::cli {
namespace {

using llvm::StringRef;
using report::RunReport;

/// A guard against repairs that undo each other: no kernel has needed so many rounds.
constexpr unsigned MaxRounds = 20;

class Fixer {
public:
  Fixer(Session &S, RunReport Start, Accept Accepted, Purpose For);
  FixResult run();

private:
  std::vector<FixStep> choose();
  const Repair *eligible(const Finding &F) const;
  bool isOfCost(const Finding &F, const Repair &R) const;
  bool isForLater(const Finding &F, const Repair &R) const;
  bool isCovered(const Finding &F, const Repair &R) const;
  bool isAdded(const SourceLoc &Loc) const;
  bool make(FixStep &Step);
  void limitToBase(FixStep &Step) const;
  void undo(llvm::ArrayRef<FixStep> Round);
  bool better(const RunReport &After, llvm::ArrayRef<FixStep> Made) const;
  void refuse(const FixStep &Step, StringRef Why);
  /// Notes are repaired only with --show note.
  bool counts(const Finding &F) const {
    return F.Severity != Level::Note ||
           llvm::is_contained(S.commandLine().Opts.Show, std::string("note"));
  }

  Session &S;
  Accept Accepted;
  Purpose For;
  FixResult Result;
  std::set<std::string> Refused;             ///< keys of repairs that were undone
  std::set<std::string> AtStart;             ///< fingerprints of the findings before any repair
  std::set<std::string> Buggy;               ///< kernels that had bugs before any repair
  std::map<std::string, Applicability> Base; ///< the weakest label of the repairs made, by file
  bool OneByOne = false;
  Applicability Limit = Applicability::Proven; ///< the weakest label of this round
  bool Costs = false; ///< what is left are repairs of cost in kernels with bugs
};

} // namespace

std::string keyOf(const Finding &F, const Repair &R) { return fingerprint(F) + "\n" + R.Id; }

static bool touches(const Edit &A, const Edit &B) {
  return A.File == B.File && A.Offset <= B.Offset + B.Length && B.Offset <= A.Offset + A.Length;
}

static bool overlap(const Repair &A, const Repair &B) {
  return llvm::any_of(A.Edits, [&](const Edit &X) {
    return llvm::any_of(B.Edits, [&](const Edit &Y) { return touches(X, Y); });
  });
}

/// Returns true if the repair changes single accesses and no order between them: a kernel may need
/// many such repairs, and they do not affect each other.
static bool ofOneAccess(const Repair &R) { return R.Id == transform::MakeAtomic.Id; }

/// Returns true for bugs. A redundant barrier is none: a repair may leave a barrier with nothing to
/// order, which the next round removes.
static bool isBug(const Finding &F) {
  return F.check() != Check::RedundantBarrier && !detect::isPerformance(F.check());
}

Fixer::Fixer(Session &S, RunReport Start, Accept Accepted, Purpose For)
    : S(S), Accepted(Accepted), For(For) {
  Result.Left = std::move(Start);
  for (const Finding &F : Result.Left.Findings) {
    AtStart.insert(fingerprint(F));
    if (counts(F) && isBug(F))
      Buggy.insert(F.KernelName);
  }
}

/// Returns true if a repair added the line.
bool Fixer::isAdded(const SourceLoc &Loc) const {
  for (const auto &[File, Texts] : S.Sources.changes()) {
    if (File != Loc.File)
      continue;
    for (const rewrite::Hunk &H :
         rewrite::lineDiff(rewrite::splitLines(Texts.first), rewrite::splitLines(Texts.second)))
      if (H.NewBegin < Loc.Line && Loc.Line <= H.NewEnd)
        return true;
  }
  return false;
}

/// Returns true unless the repair mends a bug or removes a barrier that an earlier repair of a bug
/// added.
bool Fixer::isOfCost(const Finding &F, const Repair &R) const {
  const bool TakesBack = F.check() == Check::RedundantBarrier && isAdded(F.Loc) &&
                         R.Id == transform::RemoveBarrier.Id && R.Assumptions.empty();
  return !isBug(F) && !TakesBack;
}

/// Returns true for a repair that must wait or must not be made at all: a reviewer of a bug's
/// repair should not also have to judge those that save time, and a new barrier is already no
/// stronger than needed.
bool Fixer::isForLater(const Finding &F, const Repair &R) const {
  if (!isOfCost(F, R))
    return false;
  const bool Barrier = F.check() == Check::RedundantBarrier;
  if (Barrier && isAdded(F.Loc))
    return true;
  if (!Buggy.count(F.KernelName))
    return false;
  if (Barrier && For == Purpose::Review &&
      (R.Id == transform::WeakenBarrier.Id || !AtStart.count(fingerprint(F))))
    return true;
  return !Costs;
}

/// The repair of the finding that may be made now; null: none.
const Repair *Fixer::eligible(const Finding &F) const {
  const Repair *R = report::chosenRepair(F);
  const bool Is = counts(F) && R && !R->Edits.empty() && R->How <= Limit &&
                  !Refused.count(keyOf(F, *R)) && !isForLater(F, *R);
  return Is ? R : nullptr;
}

/// Returns true if a warp barrier would stand where another instance of the code needs a block
/// barrier, which orders the lanes of a warp as well.
bool Fixer::isCovered(const Finding &F, const Repair &R) const {
  return F.check() == Check::IntraWarpRace && llvm::any_of(Result.Left.Findings, [&](auto &Other) {
           const Check Of = Other.check();
           const Repair *Its =
               Of == Check::SharedRace || Of == Check::GlobalRace ? eligible(Other) : nullptr;
           return Its && Its->Id == R.Id && Other.Loc == F.Loc &&
                  Other.KernelName != F.KernelName && overlap(R, *Its);
         });
}

/// Chooses the repairs of one round, all for the same text.
std::vector<FixStep> Fixer::choose() {
  std::vector<FixStep> Round;
  auto Seen = std::make_shared<std::map<std::string, std::string>>();
  for (const auto &[File, Texts] : S.Sources.changes())
    Seen->emplace(File, Texts.second);
  for (const Finding &F : Result.Left.Findings) {
    const Repair *R = eligible(F);
    if (!R || isCovered(F, *R))
      continue;
    auto Same =
        llvm::find_if(Round, [&](const FixStep &Step) { return Step.How.Edits == R->Edits; });
    if (Same != Round.end()) {
      Same->Also.push_back(F);
      continue;
    }
    bool Free = llvm::none_of(Round, [&](const FixStep &Step) {
      bool Together = ofOneAccess(Step.How) && ofOneAccess(*R);
      return OneByOne || (Step.What.KernelName == F.KernelName && !Together) ||
             overlap(Step.How, *R);
    });
    if (Free && Accepted(F, *R))
      Round.push_back({F, *R, {}, {}, Seen, isOfCost(F, *R)});
  }
  return Round;
}

bool Fixer::make(FixStep &Step) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : Step.How.Edits)
    ByFile[E.File].push_back(E);
  for (auto &[File, Edits] : ByFile) {
    std::optional<StringRef> Before = S.Sources.read(File);
    llvm::Expected<std::string> After =
        Before ? rewrite::apply(*Before, Edits)
               : llvm::createStringError("'" + File + "' cannot be read");
    if (!After) {
      refuse(Step, llvm::toString(After.takeError()));
      return false;
    }
    if (!S.Sources.canWrite(File, *After)) {
      refuse(Step,
             "it does not fit into the strings of '" + displayPath(File) + "' that hold kernels");
      return false;
    }
    Step.Changes.push_back({File, Before->str(), *After});
  }
  for (const FixStep::Change &C : Step.Changes)
    S.Sources.change(C.File, C.After);
  return true;
}

/// Proven repairs of the first findings are made before all others. The label of a later repair is
/// at most as strong as those of the repairs it builds on.
void Fixer::limitToBase(FixStep &Step) const {
  for (const FixStep::Change &C : Step.Changes) {
    auto Under = Base.find(C.File);
    if (Under == Base.end() || Under->second <= Step.How.How)
      continue;
    Step.How.How = Under->second;
    Step.How.Notes.emplace_back("no more than " + toString(Under->second).str() +
                                ", as is a repair before it");
  }
}

/// Moves the edits of a later step of the round by what `Made` added or removed before them.
static void shift(const FixStep &Made, FixStep &Later) {
  for (Edit &E : Later.How.Edits) {
    int64_t Delta = 0;
    for (const Edit &M : Made.How.Edits)
      if (M.File == E.File && M.Offset < E.Offset)
        Delta += int64_t(M.Text.size()) - M.Length;
    E.Offset += Delta;
  }
}

void Fixer::undo(llvm::ArrayRef<FixStep> Round) {
  for (const FixStep &Step : llvm::reverse(Round))
    for (const FixStep::Change &C : Step.Changes)
      S.Sources.change(C.File, C.Before);
}

void Fixer::refuse(const FixStep &Step, StringRef Why) {
  Refused.insert(keyOf(Step.What, Step.How));
  Result.Undone.push_back(displayPath(Step.What.Loc.File) + ":" +
                          std::to_string(Step.What.Loc.Line) + ": " + Step.How.Id +
                          " was taken back: " + Why.str());
}

namespace {

/// The faults of a file, most important first.
struct Faults {
  size_t Bugs = 0, Redundant = 0;
  double Lost = 0; ///< time lost by performance findings
  void add(const Finding &F) {
    Bugs += isBug(F);
    Redundant += !isBug(F) && !F.Weight;
    Lost += F.Weight.value_or(0);
  }
  bool operator<(const Faults &O) const {
    return std::tie(Bugs, Redundant, Lost) < std::tie(O.Bugs, O.Redundant, O.Lost);
  }
};

} // namespace

/// Returns true if the repairs only add barriers. An added barrier creates no race: a race found
/// now was there before, but the solver's budget was spent on other questions.
static bool addsOnlyBarriers(llvm::ArrayRef<FixStep> Made) {
  return llvm::all_of(
      Made, [](const FixStep &Step) { return Step.How.Id == transform::InsertBarrier.Id; });
}

/// A key that is equal for races that differ only in an access that has become atomic.
static auto racesLike(const Finding &F) {
  return std::tuple(F.Id, F.KernelName, F.Loc.File, F.Object);
}

/// Returns true if there are fewer bugs and no new ones; or as many, and fewer redundant barriers
/// or less time lost.
bool Fixer::better(const RunReport &After, llvm::ArrayRef<FixStep> Made) const {
  const bool Barriers = !Made.empty() && addsOnlyBarriers(Made);
  const bool Atomics = llvm::any_of(
      Made, [](const FixStep &Step) { return Step.How.Id == transform::MakeAtomic.Id; });
  std::set<std::string> Repaired;
  for (const FixStep &Step : Made)
    Repaired.insert(fingerprint(Step.What));
  std::multiset<std::string> Known;
  std::set<std::tuple<std::string, std::string, std::string, std::string>> Like;
  Faults Before, Left;
  for (const Finding &F : Result.Left.Findings)
    if (counts(F)) {
      Known.insert(fingerprint(F));
      Like.insert(racesLike(F));
      Before.add(F);
    }
  for (const Finding &F : After.Findings) {
    if (!counts(F))
      continue;
    Left.add(F);
    bool Race = F.Accesses.size() == 2;
    const bool WasThere = Race && (Barriers || (Atomics && Like.count(racesLike(F))));
    if (isBug(F) && !Known.count(fingerprint(F)) && !WasThere)
      return false;
    Repaired.erase(fingerprint(F));
  }
  for (size_t I = 0; I < After.Units.size(); ++I)
    if (After.Units[I].Status > Result.Left.Units[I].Status)
      return false;
  return Left < Before || (Barriers && Repaired.size() == Made.size());
}

FixResult Fixer::run() {
  for (unsigned Number = 0; Number < MaxRounds; ++Number) {
    std::vector<FixStep> Round = choose();
    std::vector<FixStep> Made;
    std::vector<std::string> Changed;
    for (size_t I = 0; I < Round.size(); ++I) {
      if (!make(Round[I]))
        continue;
      for (size_t J = I + 1; J < Round.size(); ++J)
        shift(Round[I], Round[J]);
      for (const FixStep::Change &C : Round[I].Changes)
        Changed.push_back(C.File);
      Made.push_back(std::move(Round[I]));
    }
    if (Round.empty()) {
      if (Limit == Applicability::Suggested && Costs)
        break;
      Costs |= Limit == Applicability::Suggested;
      Limit = Limit == Applicability::Suggested
                  ? Applicability::Proven
                  : static_cast<Applicability>(static_cast<unsigned>(Limit) + 1);
      continue;
    }
    std::vector<size_t> Readers = S.readersOf(Changed);
    S.analyse(Readers);
    RunReport After = S.report();
    if (better(After, Made)) {
      Result.Left = std::move(After);
      for (FixStep &Step : Made)
        limitToBase(Step);
      for (const FixStep &Step : Made)
        for (const FixStep::Change &C : Step.Changes)
          Base[C.File] = std::max(Base[C.File], Step.How.How);
      llvm::append_range(Result.Steps, std::move(Made));
      continue;
    }
    undo(Made);
    S.analyse(Readers);
    if (Made.size() > 1)
      OneByOne = true; // finds the repair that conflicts with the others
    else if (!Made.empty())
      refuse(Made.front(), "with it, the file is no better than before");
  }
  return std::move(Result);
}

FixResult fix(Session &S, RunReport Start, Accept Accepted, Purpose For) {
  return Fixer(S, std::move(Start), Accepted, For).run();
}

} // namespace cudafix::cli
