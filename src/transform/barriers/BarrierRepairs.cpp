// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"
#include "analysis/question/LaunchDivergence.h"
#include "convention/RaceOptions.h"
#include "model/Check.h"
#include "transform/barriers/AnySize.h"
#include "transform/barriers/ChangeText.h"
#include "transform/barriers/CutLocals.h"
#include "transform/barriers/EmptyCells.h"
#include "transform/barriers/IRWriter.h"
#include "transform/barriers/LaneMask.h"
#include "transform/barriers/LostUpdate.h"
#include "transform/barriers/NarrowGuards.h"
#include "transform/barriers/Overwritten.h"
#include "transform/barriers/PlanOracle.h"
#include "transform/barriers/RacesAlone.h"
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AssumedSizes.h"
#include "transform/text/OtherBuilds.h"
#include "transform/text/TemplateNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace cudafix::transform {

bool isRace(const Finding &F) { return F.Accesses.size() == 2 && isHarmfulRace(F.check()); }

void setIR(Repair &R, const llvm::Module &Module) {
  llvm::raw_string_ostream OS(R.PatchedIR);
  Module.print(OS, nullptr);
  R.HasIR = true;
}

bool isInBlockRace(const Finding &F) { return isRace(F) && !F.InterBlock; }

namespace {

/// Other kernels that call a device function that the change edits.
std::vector<std::string> sharedWith(const Context &C, const BarrierChange &Change) {
  const Kernel &K = C.K.Model;
  std::vector<SourceLoc> Edited;
  for (const auto *Slots : {&Change.Block, &Change.Warp})
    for (SlotId S : *Slots)
      if (!K.Slots[S].CallChain.empty())
        Edited.push_back(K.Slots[S].Loc);
  for (const auto *Barriers : {&Change.Remove, &Change.WeakenToWarp})
    for (BarrierId B : *Barriers)
      if (!K.barrier(B).CallChain.empty())
        Edited.push_back(K.barrier(B).Loc);
  std::vector<std::string> Names;
  for (const frontend::KernelUnit &Other : C.P.kernels()) {
    if (&Other == &C.K || Other.Model.Name == K.Name)
      continue;
    bool Shares = llvm::any_of(Other.Model.Slots,
                               [&](const Slot &S) { return llvm::is_contained(Edited, S.Loc); });
    Shares |= llvm::any_of(Other.Model.Barriers,
                           [&](const Barrier &B) { return llvm::is_contained(Edited, B.Loc); });
    if (Shares)
      Names.push_back(Other.Model.Name);
  }
  return Names;
}

/// Returns true if threads of other blocks race on the same pair: no barrier makes the code right.
bool alsoBetweenBlocks(const Finding &F, llvm::ArrayRef<Finding> All) {
  return F.Accesses.size() == 2 && llvm::any_of(All, [&](const Finding &O) {
           return O.InterBlock && O.KernelName == F.KernelName && O.Accesses.size() == 2 &&
                  std::minmax(O.Accesses[0], O.Accesses[1]) ==
                      std::minmax(F.Accesses[0], F.Accesses[1]);
         });
}

/// Returns true if a barrier does not repair the race: data decides which cells race, between
/// blocks as well as within them, as in code that tolerates the race or lacks an atomic. If only
/// one access is atomic, lock-free code is more likely than a forgotten barrier.
bool needsMoreThanBarrier(const Kernel &K, const Finding &F, llvm::ArrayRef<Finding> All) {
  if (F.How == Confidence::Proved || F.How == Confidence::Confirmed || F.Accesses.size() != 2)
    return false;
  bool Mixed = (K.access(F.Accesses[0]).Kind == AccessKind::Atomic) !=
               (K.access(F.Accesses[1]).Kind == AccessKind::Atomic);
  return alsoBetweenBlocks(F, All) || (Mixed && F.BlocksToo);
}

/// Why no barrier repairs races within blocks of this kernel, by finding.
std::vector<std::pair<unsigned, std::string>> beyondBarriers(const Context &C,
                                                             llvm::ArrayRef<Finding> Findings) {
  std::vector<std::pair<unsigned, std::string>> Reasons;
  for (auto [I, F] : llvm::enumerate(Findings)) {
    if (F.KernelName != C.K.Model.Name || !isInBlockRace(F))
      continue;
    if (needsMoreThanBarrier(C.K.Model, F, Findings))
      Reasons.push_back({I, "threads of different blocks race on the same accesses; a barrier "
                            "orders one block only"});
    else if (std::string Lost = lostUpdate(C, F); !Lost.empty())
      Reasons.push_back({I, std::move(Lost)});
  }
  return Reasons;
}

/// The problem of a plan: divergent barriers of this kernel, and races within blocks except those
/// that no barrier repairs.
PlanProblem problem(const Context &C, llvm::ArrayRef<Finding> Findings,
                    llvm::ArrayRef<std::pair<unsigned, std::string>> Beyond) {
  PlanProblem P;
  for (unsigned I = 0; I < Findings.size(); ++I) {
    const Finding &F = Findings[I];
    if (F.KernelName != C.K.Model.Name)
      continue;
    if (isInBlockRace(F) && llvm::none_of(Beyond, [&](const auto &B) { return B.first == I; }))
      P.Pairs.push_back({F.Accesses[0], F.Accesses[1], F.SameWarp, I});
    else if (F.check() == Check::BarrierDivergence)
      for (BarrierId B : F.Barriers)
        if (const Barrier &Of = C.K.Model.barrier(B);
            Of.Kind == BarrierKind::Block && !Of.ReturnsValue && !Of.AcrossBlocks)
          P.Divergences.push_back({B, I});
  }
  return P;
}

std::vector<std::pair<AccessId, AccessId>> accessesOf(const PlanProblem &P) {
  std::vector<std::pair<AccessId, AccessId>> Pairs;
  for (const PlanPair &X : P.Pairs)
    Pairs.push_back({X.A, X.B});
  return Pairs;
}

/// Limits a repair if threads of other blocks race on the same pair: no barrier makes the code
/// right.
void limitToBlock(Repair &R, const Finding &F, llvm::ArrayRef<Finding> All) {
  if (!alsoBetweenBlocks(F, All))
    return;
  R.Notes.emplace_back("threads of different blocks race on the same accesses; a barrier "
                       "orders one block only");
  R.How = std::max(R.How, Applicability::Suggested);
}

/// Adds the groups with a slot that no access separates from a slot of `Group`: a barrier there is
/// the same repair.
void addEquivalent(const PlanKernel &PK, unsigned Group, std::vector<unsigned> &Into) {
  for (SlotId S : PK.Groups[Group].Slots) {
    const std::vector<Event> &Events = PK.K.Nodes[PK.K.Slots[S].Node].Events;
    std::vector<unsigned> Stretch;
    bool Here = false;
    auto Flush = [&] {
      if (Here)
        llvm::append_range(Into, Stretch);
      Stretch.clear();
      Here = false;
    };
    for (const Event &E : Events) {
      if (E.What == Event::Kind::Access)
        Flush();
      if (E.What != Event::Kind::Slot)
        continue;
      Stretch.push_back(PK.GroupOf[E.Id]);
      Here |= E.Id == S;
    }
    Flush();
  }
}

struct Candidate {
  BarrierPlan Plan;
  Repair R;
  bool Sized = false;  ///< all threads meet its barriers only in blocks of the launches' sizes
  unsigned Number = 0; ///< the order in which they were made
};

/// Returns true if the change weakens a block barrier that not all threads meet: it is probably not
/// meant for a warp only.
bool weakens(const BarrierChange &C) {
  return !C.Remove.empty() && !C.Warp.empty() && C.Block.empty();
}

/// The places that a second plan must not use: the costliest places of plans that split code or
/// have no source form. A plan that only adds barriers needs no second plan.
std::vector<unsigned> otherPlaces(const PlanKernel &PK, const PlanResult &Best,
                                  llvm::ArrayRef<Candidate> Candidates) {
  std::vector<unsigned> Places;
  for (const BarrierPlan &P : Best.Plans) {
    bool Plain = llvm::any_of(Candidates, [&](const Candidate &X) {
      return X.Plan.Change == P.Change && !X.R.Edits.empty() && X.R.Id == InsertBarrier.Id;
    });
    if (!Plain && P.Dominant != NoId)
      addEquivalent(PK, P.Dominant, Places);
  }
  return Places;
}

/// Returns true in loops, where cells that are not written keep the value of an earlier iteration.
bool keepsOlderValues(const Kernel &K, llvm::ArrayRef<NodeId> Meeting) {
  return llvm::any_of(Meeting, [&](NodeId N) { return K.Nodes[N].Loop != NoId; });
}

/// Returns true if threads write shared memory between a new barrier and the old one.
bool writesBetween(const Kernel &K, const analysis::FlowPaths &Paths, const BarrierChange &C,
                   SlotId From, BarrierId To) {
  bool Reached = false, Writes = false;
  auto Stop = [&](const Event &E) {
    Reached |= E.What == Event::Kind::Barrier && E.Id == To;
    return (E.What == Event::Kind::Barrier && E.Id == To) ||
           (E.What == Event::Kind::Slot && llvm::is_contained(C.Block, E.Id));
  };
  Paths.visitAfter(Paths.slot(From), Stop, [&](const Event &E) {
    Writes |= E.What == Event::Kind::Access && K.access(E.Id).Kind == AccessKind::Write &&
              K.array(K.access(E.Id).Array).Where == Space::Shared;
  });
  return Reached && Writes;
}

/// Returns true if the barrier is removed and no other one is added in its line.
bool takesAway(const Kernel &K, const BarrierChange &C, BarrierId B) {
  return llvm::none_of(C.Block,
                       [&](SlotId S) { return K.Slots[S].Loc.Line == K.barrier(B).Loc.Line; });
}

/// Returns true if a barrier is removed, none is added in its line, and one that is added before it
/// may be where a tile is not complete yet.
bool movesBarrier(const Kernel &K, const BarrierChange &C) {
  const analysis::FlowPaths Paths(K);
  return llvm::any_of(C.Remove, [&](BarrierId B) {
    return takesAway(K, C, B) &&
           llvm::any_of(C.Block, [&](SlotId S) { return writesBetween(K, Paths, C, S, B); });
  });
}

/// Another kernel that calls a changed function, in which threads that stay out leave cells
/// unwritten that others read: "'s' in 'other'"; empty: there is none.
std::string leftEmptyElsewhere(const Context &C, const BarrierChange &Change) {
  std::set<SourceLoc> InCalls;
  for (SlotId S : Change.Block)
    if (const Slot &Own = C.K.Model.Slots[S]; !Own.CallChain.empty())
      InCalls.insert(Own.Loc);
  for (const frontend::KernelUnit &Other : C.P.kernels()) {
    std::vector<NodeId> Meeting;
    for (const Slot &S : Other.Model.Slots)
      if (&Other != &C.K && !S.CallChain.empty() && InCalls.count(S.Loc))
        Meeting.push_back(S.Node);
    if (Meeting.empty())
      continue;
    std::string Array = leftEmpty(Other.Model, *Other.Solving, Launch(), Meeting);
    if (!Array.empty())
      return "'" + Array + "' in '" + Other.Model.Name + "'";
  }
  return "";
}

/// Makes a repair at most suggested if one of the findings that it removes is probably not about a
/// missing barrier.
void doubt(const Kernel &K, llvm::ArrayRef<Finding> All, Candidate &X) {
  std::set<std::string> Doubts;
  for (unsigned F : X.Plan.Findings)
    Doubts.insert(overwritten(K, All[F]));
  Doubts.erase("");
  if (Doubts.empty())
    return;
  X.R.How = std::max(X.R.How, Applicability::Suggested);
  X.R.Notes.emplace_back(*Doubts.begin());
}

void collect(const Context &C, llvm::ArrayRef<BarrierPlan> Plans, std::vector<Candidate> &Into) {
  for (const BarrierPlan &P : Plans) {
    bool Known = llvm::any_of(Into, [&](const Candidate &X) {
      return X.Plan.Change == P.Change && X.Plan.Findings == P.Findings;
    });
    if (Known)
      continue;
    Repair R = writeBarriers(C, P.Change, P.RepairId);
    llvm::append_range(R.Assumptions, P.Assumptions);
    if (!R.Assumptions.empty() && R.How == Applicability::Proven)
      R.How = Applicability::Conditional;
    if (llvm::any_of(P.Change.Remove,
                     [&](BarrierId B) { return takesAway(C.K.Model, P.Change, B); })) {
      limitToArguments(C, R);
      limitToThisBuild(C, R);
    }
    std::vector<NodeId> Meeting;
    for (SlotId S : P.Change.Block)
      Meeting.push_back(C.K.Model.Slots[S].Node);
    bool Guards = R.KeepsThreadsOut && !R.Edits.empty();
    const std::string Array = Guards ? leftEmpty(C.K.Model, *C.K.Solving, C.Launches, Meeting) : "",
                      Elsewhere = Guards ? leftEmptyElsewhere(C, P.Change) : "";
    const bool Empties = !Array.empty() || !Elsewhere.empty();
    const bool AreRead = Empties || keepsOlderValues(C.K.Model, Meeting);
    std::optional<FilledTiles> Filling;
    if (!movesBarrier(C.K.Model, P.Change))
      Filling = fillTiles(C, P.Change, R, AreRead);
    if (!Array.empty()) { // runs of the repaired kernel show it
      R.How = std::max(R.How, Applicability::Suggested);
      R.MayLeaveEmpty = "'" + Array + "'";
    }
    if (!Elsewhere.empty()) { // that kernel would compute with arbitrary contents
      R.How = Applicability::Manual;
      R.Edits.clear();
      R.HasIR = false;
      R.PatchedIR.clear();
      R.Notes.insert(R.Notes.begin(), "threads that stay out would leave cells of " + Elsewhere +
                                          " empty that others read, as they do now");
    }
    const bool Better = Filling && (Filling->ByCalls || Empties);
    if (Better) { // this variant has no IR form
      R.HasIR = false;
      R.PatchedIR.clear();
      Into.push_back({P, std::move(Filling->R), false, 0});
    }
    Into.push_back({P, std::move(R), false, 0});
    if (Filling && !Better)
      Into.push_back({P, std::move(Filling->R), false, 0});
  }
}

/// Makes plans with what is known about convergence so far. Returns the findings that no barrier
/// can repair.
std::vector<std::pair<unsigned, std::string>> collectPlans(const Context &C,
                                                           const PlanProblem &Problem,
                                                           const analysis::RaceOptions &Race,
                                                           std::vector<Candidate> &Into) {
  PlanKernel PK(C.K.Model, accessesOf(Problem), cutLocals(C.K),
                awayFromArrays(C.P, C.K, accessesOf(Problem)));
  PlanOracle Oracle = planOracle(C.Launches, Race);

  PlanResult Best = planBarriers(PK, *C.K.Solving, Problem, Oracle);
  collect(C, Best.Moved, Into);
  collect(C, Best.Plans, Into);
  std::vector<BarrierPlan> Masked;
  for (const BarrierPlan &P : Best.Plans)
    if (std::optional<BarrierPlan> Narrow = narrowGuards(C, PK, P))
      Masked.push_back(std::move(*Narrow));
  for (const BarrierPlan &P : Best.Plans)
    if (std::optional<BarrierPlan> Named = nameLanes(PK, P, Oracle))
      Masked.push_back(std::move(*Named));
  collect(C, Masked, Into);
  bool Ordered = false;
  for (const BarrierPlan &P : Best.Plans)
    Ordered |= !P.Assumptions.empty();
  if (!Problem.Divergences.empty()) {
    PlanOptions InPlace;
    InPlace.InPlace = true;
    collect(C, planBarriers(PK, *C.K.Solving, Problem, Oracle, InPlace).Plans, Into);
  }
  PlanOptions Second;
  Second.Forbidden = otherPlaces(PK, Best, Into);
  if (!Second.Forbidden.empty())
    collect(C, planBarriers(PK, *C.K.Solving, Problem, Oracle, Second).Plans, Into);
  if (Ordered) {
    PlanOptions Other;
    Other.OtherOrder = true;
    collect(C, planBarriers(PK, *C.K.Solving, Problem, Oracle, Other).Plans, Into);
  }
  return std::move(Best.Uncut);
}

/// Branches that all threads must already decide alike because of a barrier inside them.
llvm::BitVector branchesOfMet(const Kernel &K, const PlanProblem &Problem) {
  llvm::BitVector Branches(K.Nodes.size());
  analysis::FlowPaths Paths(K);
  for (const Barrier &B : K.Barriers)
    if (B.Kind == BarrierKind::Block &&
        llvm::none_of(Problem.Divergences, [&](auto &D) { return D.Barrier == B.Id; }))
      for (NodeId N : Paths.divergentBranches(Paths.barrier(B.Id).Node))
        Branches.set(N);
  return Branches;
}

} // namespace

Repair writeBarriers(const Context &C, const BarrierChange &Change, llvm::StringRef Id) {
  Repair R;
  R.Id = Id.str();
  R.Title = titleOf(C.K.Model, Change);
  R.BarrierLines = newBarrierLines(C.K.Model, Change);
  if (std::vector<std::string> Names = sharedWith(C, Change); !Names.empty())
    R.Notes.emplace_back(
        "the function is also called from kernel " + Names.front() +
        (Names.size() == 1 ? "" : " and " + std::to_string(Names.size() - 1) + " more"));
  auto Module = [&]() -> llvm::Expected<std::unique_ptr<llvm::Module>> {
    if (!Change.Narrowed.empty())
      return llvm::createStringError("guards are narrowed in the source");
    return writeIR(C.P, C.K, Change);
  }();
  if (Module)
    setIR(R, **Module);
  else
    R.Notes.emplace_back("no patched IR: " + llvm::toString(Module.takeError()), /*OnIR=*/true);
  llvm::Expected<SourceForm> Source = writeSource(C.P, C.K, Change);
  if (std::string Other = lanesPartIn(C, Change); Source && !Other.empty())
    Source = llvm::createStringError("the function is also called from kernel " + Other +
                                     ", where other lanes come");
  if (!Source) {
    R.Notes.emplace_back("no source form: " + llvm::toString(Source.takeError()));
    R.How = Applicability::Manual;
    return R;
  }
  if (!Source->RepairId.empty())
    R.Id = Source->RepairId;
  R.KeepsThreadsOut =
      R.Id == GuardEarlyReturn.Id || R.Id == SplitBranch.Id || R.Id == UniformLoop.Id;
  if (!Source->BlockCall.empty())
    R.Title = titleOf(C.K.Model, Change, Source->BlockCall);
  R.Edits = std::move(Source->Edits);
  llvm::append_range(R.Notes, Source->Notes);
  R.Assumptions = std::move(Source->Assumptions);
  R.How = R.Assumptions.empty() ? Applicability::Proven : Applicability::Conditional;
  return R;
}

std::vector<std::pair<unsigned, std::string>> proposeBarriers(const Context &C,
                                                              std::vector<Finding> &Findings) {
  std::vector<std::pair<unsigned, std::string>> Reasons = beyondBarriers(C, Findings);
  PlanProblem Problem = problem(C, Findings, Reasons);
  if (Problem.Pairs.empty() && Problem.Divergences.empty())
    return Reasons;
  const analysis::RaceOptions Race = convention::raceOptions(*C.K.Solving, C.Opts);
  uint64_t Units = C.K.Solving->Limit;
  smt::OwnUnits Own(*C.K.Solving, Units); // as many as the verdict had
  Kernel &K = C.K.Model;
  std::vector<Candidate> Candidates;
  llvm::BitVector Met = branchesOfMet(K, Problem);
  analysis::refineDivergence(K, ofAnySize(K, C.Launches), Race);
  analysis::refineDivergence(K, C.Launches, Race, [&](NodeId N) { return Met.test(N); });
  PlanProblem General = forAnySize(K, C.Launches, Problem, Race);
  bool OneWarp = !llvm::equal(General.Pairs, Problem.Pairs,
                              [](auto &A, auto &B) { return A.SameWarp == B.SameWarp; });
  auto Uncut = collectPlans(C, General, Race, Candidates);
  bool Found = llvm::any_of(Candidates, [](const Candidate &X) { return !X.R.Edits.empty(); });
  // Repairs that are right only for the sizes of the launches come last.
  auto Parting = [&] {
    return llvm::count_if(K.Nodes, [](const Node &N) {
      return llvm::any_of(N.Succs, [](const Edge &E) { return E.Divergent; });
    });
  };
  auto Before = Parting();
  analysis::refineDivergence(K, C.Launches, Race);
  if (Parting() != Before || (OneWarp && !Found)) {
    size_t First = Candidates.size();
    Uncut = collectPlans(C, Problem, Race, Candidates);
    for (Candidate &X : llvm::MutableArrayRef(Candidates).drop_front(First)) {
      X.Sized = true;
      const std::vector<NeededCondition> Sizes = sizesOf(K, C.Launches);
      stateInKernel(C, Sizes, X.R);
      llvm::append_range(X.R.Assumptions, textsOf(Sizes));
      if (X.R.Assumptions.empty())
        X.R.Assumptions.push_back("the launches are those in sight");
      X.R.How = std::max(X.R.How, Applicability::Conditional);
    }
  }

  if (!Problem.Pairs.empty() && !Problem.Divergences.empty()) {
    planRacesAlone(C, Problem, Race, [&](const BarrierPlan &P) { collect(C, P, Candidates); });
  }

  // Candidates with a source form come first, then those that remove more findings, then by
  // barriers executed and lines changed.
  for (unsigned I = 0; I < Candidates.size(); ++I)
    Candidates[I].Number = I;
  llvm::sort(Candidates, [](const Candidate &A, const Candidate &B) {
    return std::tuple(A.R.Edits.empty(), A.Sized, weakens(A.Plan.Change), B.Plan.Findings.size(),
                      A.Plan.Cost,
                      A.Number) < std::tuple(B.R.Edits.empty(), B.Sized, weakens(B.Plan.Change),
                                             A.Plan.Findings.size(), B.Plan.Cost, B.Number);
  });
  for (Candidate &X : Candidates)
    doubt(C.K.Model, Findings, X);
  for (const Candidate &X : Candidates)
    for (unsigned F : X.Plan.Findings) {
      Repair R = X.R;
      for (unsigned Other : X.Plan.Findings)
        if (Other != F)
          R.AlsoFixes.push_back(Other);
      limitToBlock(R, Findings[F], Findings);
      Findings[F].Repairs.push_back(std::move(R));
    }
  llvm::append_range(Reasons, std::move(Uncut));
  return Reasons;
}

} // namespace cudafix::transform
