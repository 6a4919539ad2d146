// SPDX-License-Identifier: Apache-2.0

#include "verify/Verify.h"
#include "detect/Detector.h"
#include "model/Check.h"
#include "model/Globs.h"
#include "verify/CheckIR.h"
#include "verify/CodeFacts.h"
#include "verify/Judged.h"
#include "verify/Limits.h"
#include "verify/NativeTools.h"
#include "verify/Reach.h"
#include "verify/Simulated.h"
#include "verify/SourceIR.h"
#include "verify/StaticCost.h"
#include "verify/Traffic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace llvm;

namespace cudafix::verify {

struct Verifier::Impl {
  frontend::Program &P;
  host::LaunchTable &Host;
  const Options &Opts;
  ArrayRef<Finding> All;
  CompareApart Apart;
  std::vector<NamedFinding> Before;
  NativeTools Tools;
  /// The selected checks plus those for bugs, except the search for redundant barriers, which takes
  /// long and finds no bugs.
  Options WithBugs;
  bool SelectsBugs; ///< `Before` already contains all findings of bugs
  ProgramComparer Whole;
  std::map<std::string, JudgedUnit> AsIs = {}; ///< by kernel, WithBugs
  /// By edits and, if only one kernel is judged, by that kernel.
  std::map<std::pair<std::vector<Edit>, std::string>, JudgedUnit> Patched = {};
  std::map<std::pair<std::string, std::string>, JudgedUnit> PatchedIR = {}; ///< by text, kernel
  std::map<std::string, std::string> IRProblem = {}; ///< by text; empty: accepted
  std::map<std::pair<std::string, std::string>, simulate::Comparison> Compared =
      {};                       ///< by module, kernel and what is asked
  uint64_t SolverUnits = 0;     ///< of all that was judged
  uint64_t SolverUnitsOfIR = 0; ///< for IR without a source form
  /// Costs of the unrepaired kernels, by kernel and metric.
  std::map<std::string, std::map<std::string, std::string>> Formulas = {};

  bool exhausted() const;
  bool exhaustedAlone() const;
  /// With --emit-ir, the IR of repairs with a source form is made where it is written.
  bool emitsIR() const { return !Opts.EmitIRDir.empty(); }
  const JudgedUnit &asIs(const std::string &Kernel);
  const JudgedUnit &patched(const std::vector<Edit> &Edits, size_t Index);
  void dropEdits(size_t Index, Repair &R, ArrayRef<std::string> Why);
  bool isPerformance(size_t Index) const { return detect::isPerformance(All[Index].check()); }
  void checkIR(size_t Index, Repair &R);
  void matchIR(size_t Index, Repair &R);
  bool check(const JudgedUnit &Unit, size_t Index, Repair &R, std::vector<std::string> &Why);
  void checkAlone(size_t Index, Repair &R);
  Cost traffic(StringRef Kernel);
  std::string compareAll(const JudgedUnit &Unit, StringRef What);
  void decide(size_t Index, Repair &R);
  void simulate(size_t Index, Repair &R);
  void judgeUnwritten(size_t Index, const simulate::Comparison &C, Repair &R);
  const simulate::Comparison &compared(size_t Index, const PatchedModule &Patched);
};

static Options withBugs(Options Opts) {
  Opts.Checks = detect::expandGroups(Opts.Checks + ",synchronization") + ",-" +
                detect::detectorOf(Check::RedundantBarrier)->Id.str();
  return Opts;
}

/// Returns true if all checks that `withBugs` would add are already selected.
static bool selectsBugs(const Options &Opts) {
  GlobList Selected(Opts.Checks);
  return all_of(detect::detectors(), [&](const detect::Detector &D) {
    return D.Kind == detect::Group::Performance ||
           D.Id == detect::detectorOf(Check::RedundantBarrier)->Id || Selected.contains(D.Id);
  });
}

Verifier::Verifier(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                   ArrayRef<Finding> All, CompareApart Apart, RunProgram Run)
    : I(new Impl{P, Host, Opts, All, std::move(Apart), nameFindings(P, All), NativeTools(Opts),
                 withBugs(Opts), selectsBugs(Opts), ProgramComparer(P, std::move(Run))}) {}

Verifier::~Verifier() = default;

static constexpr StringLiteral TooMany =
    "not verified, the file has too many repairs for this --level";

bool Verifier::Impl::exhausted() const {
  return Patched.size() > 1 && (Patched.size() * parsesWorth(P) > maxParses(Opts.Level) ||
                                SolverUnits > maxSolverUnits(Opts.Level));
}

/// With --emit-ir, IR without a source form is judged with as much effort as sources.
bool Verifier::Impl::exhaustedAlone() const {
  return exhausted() || (!emitsIR() && SolverUnitsOfIR > maxSolverUnitsOfIR(Opts.Level));
}

static void dropIR(Repair &R) {
  R.HasIR = false;
  R.PatchedIR.clear();
}

/// A kernel before the repair of a performance finding, which must not introduce a bug.
const JudgedUnit &Verifier::Impl::asIs(const std::string &Kernel) {
  auto [It, New] = AsIs.try_emplace(Kernel);
  if (New)
    It->second = judgeAsIs(P, Host, WithBugs, Kernel);
  return It->second;
}

const JudgedUnit &Verifier::Impl::patched(const std::vector<Edit> &Edits, size_t Index) {
  const std::string &Kernel = Before[Index].Kernel;
  auto [It, New] = Patched.try_emplace({Edits, parsesWorth(P) > 1 ? Kernel : ""});
  JudgedUnit &Unit = It->second;
  const bool Faster = isPerformance(Index);
  auto Saves = [&](const Cost &Moved) {
    Repair R;
    return compareTraffic(traffic(Kernel), Moved, detect::detectorOf(All[Index].check())->Measures,
                          R)
        .empty();
  };
  // Another finding with the same edits may allow more, or use another measure.
  if (!New && !(Unit.OnlyTraffic && (!Faster || Saves(Unit.Reports[Kernel].Traffic))))
    return Unit;
  if (exhausted()) {
    Unit.Problem = TooMany;
    return Unit;
  }
  Unit = judgePatched(P, WithBugs, Edits, Kernel, Faster ? WorthOfTraffic(Saves) : nullptr);
  SolverUnits += Unit.SolverUnits;
  return Unit;
}

/// Removes an IR form that is not accepted; the source form stays.
void Verifier::Impl::checkIR(size_t Index, Repair &R) {
  if (!R.HasIR)
    return;
  auto [It, New] = IRProblem.try_emplace(R.PatchedIR);
  if (New) {
    auto K = find_if(P.kernels(), [&](const frontend::KernelUnit &K) {
      return K.Model.Name == Before[Index].Kernel;
    });
    StringRef Symbol = K == P.kernels().end() ? StringRef() : StringRef(K->Model.MangledName);
    Expected<std::string> Assembly = compileIR(R.PatchedIR, Symbol);
    It->second = Assembly ? Tools.assemble(*Assembly) : toString(Assembly.takeError());
  }
  R.Check.IRVerified = It->second.empty();
  if (R.Check.IRVerified)
    return;
  dropIR(R);
  R.Notes.emplace_back("no IR form: " + It->second, /*OnIR=*/true);
}

/// Makes the IR form match a verified source form. Not for a repair that also moves data on the
/// host: device code alone would be incomplete.
void Verifier::Impl::matchIR(size_t Index, Repair &R) {
  const std::string &Kernel = Before[Index].Kernel;
  const JudgedUnit &Unit = patched(R.Edits, Index);
  auto Symbol = Unit.Symbols.find(Kernel);
  auto K = find_if(P.kernels(), [&](auto &K) { return K.Model.Name == Kernel; });
  if (R.ChangesLayout || Symbol == Unit.Symbols.end() || K == P.kernels().end())
    return;
  std::optional<std::string> Text =
      irOfSource(Unit.Bitcode, Symbol->second, R.PatchedIR, K->Model.MangledName);
  if (!Text)
    return;
  erase_if(R.Notes, [](const RepairNote &N) { return N.OnIR; });
  R.PatchedIR = std::move(*Text);
  R.HasIR = true;
  checkIR(Index, R);
}

static std::string place(const NamedFinding &F) {
  return F.Id + " at line " + std::to_string(F.Line) + "";
}

/// The traffic of a block of the unrepaired kernel.
Cost Verifier::Impl::traffic(StringRef Kernel) {
  for (frontend::KernelUnit &K : P.kernels())
    if (K.Model.Name == Kernel)
      return verify::traffic(K.Model, Host.of(K));
  return {};
}

/// Why a repair in several kernels does not save enough in all of them together, or makes one of
/// them worse, which may have more blocks than the others; empty: neither.
std::string Verifier::Impl::compareAll(const JudgedUnit &Unit, StringRef What) {
  int64_t Was = 0, Is = 0;
  for (const auto &[Kernel, Report] : Unit.Reports) {
    Cost Old = traffic(Kernel);
    int64_t Before = measure(Old, What);
    int64_t After = measure(forTheSameBytes(Old, Report.Traffic), What);
    if (!What.empty() && After * 10 > Before * 11)
      return formatv("a block of '{0}' would need more {1}: {2} -> {3}", Kernel, What, Before,
                     After);
    Was += Before;
    Is += After;
  }
  return What.empty() || Is * 10 <= Was * 9
             ? ""
             : "all kernels together save less than a tenth of " + What.str();
}

/// Returns true if every race and divergence question about the kernel is answered.
static bool isDecided(const KernelReport &K) {
  return K.Unknowns.empty() && K.Assumed.empty() && K.Divergence != DivergenceVerdict::Unknown &&
         (K.Race != RaceVerdict::Unknown || K.Divergence == DivergenceVerdict::Divergent);
}

/// Fills in the results of the comparison; if the repair does not hold, returns false and the
/// reason in `Why`.
bool Verifier::Impl::check(const JudgedUnit &Unit, size_t Index, Repair &R,
                           std::vector<std::string> &Why) {
  R.Check.Parses = Unit.Problem.empty();
  if (!R.Check.Parses) {
    Why.push_back(Unit.Problem);
    return false;
  }
  const std::string &Kernel = Before[Index].Kernel;
  if (Unit.OnlyTraffic) {
    Why.push_back(compareTraffic(traffic(Kernel), Unit.Reports.at(Kernel).Traffic,
                                 detect::detectorOf(All[Index].check())->Measures, R));
    return false;
  }
  std::vector<NamedFinding> Old = Before;
  if (isPerformance(Index) || !SelectsBugs)
    for (const auto &[Judged, Report] : Unit.Reports)
      copy_if(asIs(Judged).Findings, std::back_inserter(Old),
              [](const NamedFinding &N) { return !detect::isPerformance(N.check()); });
  Comparison C = compare(Old, Index, Unit.Findings);
  // If only a run showed the finding, only a run can tell that it is gone.
  C.Gone |= isFoundByRun(All[Index], All);
  R.Check.FindingGone = C.Gone;
  R.Check.NewFindings = C.Added.size();
  for (frontend::KernelUnit &K : P.kernels())
    if (K.Model.Name == Kernel) {
      R.Check.Before = staticCost(K.Model, Host.of(K));
      auto [Was, New] = Formulas.try_emplace(Kernel);
      if (New)
        Was->second = printedFormulas(K, Host.of(K));
      if (auto Is = Unit.Formulas.find(Kernel); Is != Unit.Formulas.end())
        R.Check.Formulas = changes(Was->second, Is->second);
      if (auto Is = Unit.SharedBytes.find(Kernel); Is != Unit.SharedBytes.end())
        if (Is->second > std::max(K.Model.SharedBytes, MaxStaticShared))
          Why.push_back("the kernel would declare " + std::to_string(Is->second) + " bytes of " +
                        "shared memory, of which a block has " + std::to_string(MaxStaticShared));
    }
  if (auto It = Unit.Costs.find(Kernel); It != Unit.Costs.end())
    R.Check.After = It->second;
  if (auto It = Unit.Reports.find(Kernel); It != Unit.Reports.end() && isPerformance(Index)) {
    StringRef What = detect::detectorOf(All[Index].check())->Measures;
    std::string Little = compareTraffic(traffic(Kernel), It->second.Traffic, What, R);
    if (!Little.empty())
      Why.push_back(Little);
    else if (R.ChangesLayout)
      if (Little = compareAll(Unit, What); !Little.empty())
        Why.push_back(Little);
    auto Was = asIs(Kernel).Reports.find(Kernel);
    if (Was != asIs(Kernel).Reports.end() && isDecided(Was->second) && !isDecided(It->second))
      Why.push_back("its races or barriers are not decided any more");
  }
  if (!C.Gone)
    Why.push_back("the finding stays");
  auto WasThere = [&](const NamedFinding &N) {
    bool Atomic = R.MakesAtomic && N.Kernel == All[Index].KernelName;
    return wasRacy(P, Host, Opts, N, Atomic ? ArrayRef(All[Index].Accesses) : ArrayRef<AccessId>());
  };
  for (const NamedFinding *N : C.Added) // one new finding is enough to refuse it
    if (Why.empty() && WasThere(*N)) {
      R.Notes.emplace_back(place(*N) + " of the patched text was there before, and stays");
      --R.Check.NewFindings;
    } else {
      Why.push_back("it brings " + place(*N));
    }
  return Why.empty();
}

/// Checks a repair without a valid source form as a patch of the IR.
void Verifier::Impl::checkAlone(size_t Index, Repair &R) {
  if (!R.HasIR)
    return;
  auto [It, New] = PatchedIR.try_emplace({R.PatchedIR, Before[Index].Kernel});
  if (New && exhaustedAlone()) {
    It->second.Problem = TooMany;
  } else if (New) {
    It->second = judgePatchedIR(P, Host, WithBugs, R.PatchedIR, Before[Index].Kernel);
    SolverUnits += It->second.SolverUnits;
    SolverUnitsOfIR += It->second.SolverUnits;
  }
  std::vector<std::string> Why;
  if (check(It->second, Index, R, Why))
    return;
  dropIR(R);
  for (const std::string &W : Why)
    R.Notes.emplace_back("no IR form: " + W, /*OnIR=*/true);
}

static std::string whyUndecided(const KernelReport &K) {
  const std::vector<std::string> &Why = K.Unknowns.empty() ? K.Assumed : K.Unknowns;
  return Why.empty() ? "" : ": " + Why.front();
}

void Verifier::Impl::decide(size_t Index, Repair &R) {
  const JudgedUnit &Unit = patched(R.Edits, Index);
  bool Decided = all_of(Unit.Reports, [](auto &Entry) { return isDecided(Entry.second); });
  Applicability Best = Applicability::Proven;
  if (!R.Assumptions.empty() || R.How == Applicability::Conditional)
    Best = Applicability::Conditional;
  const size_t LeftOut = llvm::count_if(P.unreadKernels(), [](const frontend::UnreadKernel &K) {
    return K.Why == frontend::UnreadKernel::Reason::OneOfMany;
  });
  const size_t NotJudged = Unit.NotJudged + LeftOut;
  const bool Others = !Opts.KernelRegex.empty() && mayChangeOthers(P, R.Edits);
  const bool ByRun = isFoundByRun(All[Index], All);
  if (!Decided || NotJudged || Others || ByRun || R.How == Applicability::Suggested)
    Best = Applicability::Suggested;
  if (ByRun && Decided)
    R.Notes.emplace_back("only runs show that it helps");
  if (!Decided)
    for (const auto &[Kernel, Report] : Unit.Reports)
      if (!isDecided(Report)) {
        R.Notes.emplace_back("not every race and barrier of the repaired '" + Kernel +
                             "' is decided" + whyUndecided(Report));
        break;
      }
  if (NotJudged)
    R.Notes.emplace_back("judged in " + std::to_string(Unit.Reports.size()) +
                         " of the kernels it may change; --level exhaustive judges the other " +
                         std::to_string(NotJudged) + ", too");
  if (Others)
    R.Notes.emplace_back("--kernel leaves out kernels that may run what it changes");
  R.How = Best;
}

const simulate::Comparison &Verifier::Impl::compared(size_t Index, const PatchedModule &Patched) {
  const bool ByRun = isFoundByRun(All[Index], All);
  auto [It, New] =
      Compared.try_emplace({Patched.Bytes.str(), Before[Index].Kernel + (ByRun ? "\n" : "")});
  if (!New)
    return It->second;
  // Only simulation judges these candidates, of which there are several.
  if (Compared.size() > maxCompared(Opts.Level) * (ByRun ? 4 : 1))
    It->second.Reason = "the file has too many repairs for this --level";
  else
    It->second = Apart([&] { return comparePatched(P, Host, All, Index, Patched); });
  return It->second;
}

static void withdraw(Repair &R, const std::string &Why) {
  R.How = Applicability::Manual;
  R.Notes.emplace_back("taken back" + Why);
  R.Edits.clear();
  dropIR(R);
}

/// The result of a repair must not depend on shared memory that nobody writes: threads that the
/// repair keeps out may have been meant to fill a tile. If the original kernel also reads such
/// cells, that may be a separate bug, or the effect of threads that miss a barrier.
void Verifier::Impl::judgeUnwritten(size_t Index, const simulate::Comparison &C, Repair &R) {
  if (!R.MayLeaveEmpty.empty()) {
    const bool Same = C.Result == Simulated::Equal || C.Result == Simulated::Unordered;
    const std::string Cells = " leave cells of " + R.MayLeaveEmpty + " empty that others read, as ";
    if (!Same || !C.Unwritten.empty())
      return withdraw(R, ": threads that stay out would" + Cells + "they do now");
    R.Notes.emplace_back("threads that stay out may" + Cells + "now; in the runs none are");
  }
  if (C.Unwritten.empty())
    return;
  std::string Cells = "reads cells of '" + C.Unwritten + "' that no thread writes";
  if (!C.UnwrittenBefore)
    return withdraw(R, ": the repaired kernel " + Cells);
  R.Notes.emplace_back("the kernel still " + Cells);
  if (R.KeepsThreadsOut || All[Index].check() == Check::BarrierDivergence)
    R.How = std::max(R.How, Applicability::Suggested);
}

/// Simulates a repair that has passed all other checks.
void Verifier::Impl::simulate(size_t Index, Repair &R) {
  const bool ByRun = isFoundByRun(All[Index], All);
  if (!Apart && ByRun)
    return withdraw(R, ": only a run can tell if it helps");
  if (!Apart)
    return judgeUnwritten(Index, {}, R);
  PatchedModule Patched{R.PatchedIR, /*IsText=*/true, {}, {}};
  if (!R.Edits.empty()) {
    const JudgedUnit &Unit = patched(R.Edits, Index);
    auto Block = Unit.Blocks.find(Before[Index].Kernel);
    auto Symbol = Unit.Symbols.find(Before[Index].Kernel);
    Patched = {Unit.Bitcode, /*IsText=*/false,
               Symbol == Unit.Symbols.end() ? StringRef() : StringRef(Symbol->second),
               Block == Unit.Blocks.end() ? std::nullopt : Block->second};
  }
  simulate::Comparison C;
  if (R.ChangesLayout)
    std::tie(C.Result, C.Reason) = Whole.compare(R.Edits);
  else
    C = compared(Index, Patched);
  if (R.ChangesLayout && C.Result == Simulated::Equal)
    R.Notes.emplace_back("compared by what the whole program prints");
  R.Check.Result = C.Result;
  R.Check.SimulatedReason = C.Reason;
  if (!C.Harm.empty())
    return withdraw(R, ": the repaired kernel " + C.Harm);
  if (ByRun && !C.Mended)
    return withdraw(R, ": no run shows that it helps: " + C.Reason);
  // Results that the original computes from cells that leaving threads never fill refute nothing.
  const bool Empty = R.KeepsThreadsOut && C.FillsCells;
  // Results that a thread computes after a wait that ended too early are no reference.
  const bool Loose = (C.Racy && !C.Refuted) || ByRun || Empty || R.WasUndefined;
  StringRef Else = R.ChangesLayout ? ": " : ", the simulated kernel computes something else: ";
  if (C.Result == Simulated::Different && !Loose)
    return withdraw(R, Else.str() + C.Reason);
  if (C.Result == Simulated::Different) {
    R.How = std::max(R.How, Applicability::Suggested);
    R.Notes.emplace_back((Empty ? "the original kernel, which reads shared memory that no thread "
                                  "writes, computes something else: "
                          : R.WasUndefined
                              ? "what the original kernel computes is not defined: "
                              : "no order of its threads that was tried makes the original "
                                "kernel compute the same: ") +
                         C.Reason);
  }
  judgeUnwritten(Index, C, R);
}

/// Removes edits that do not hold, for the given reasons; the IR form is judged on its own. If the
/// intent of the edits is wrong, IR with the same intent is rarely better.
void Verifier::Impl::dropEdits(size_t Index, Repair &R, ArrayRef<std::string> Why) {
  R.How = Applicability::Manual;
  for (const std::string &W : Why)
    R.Notes.emplace_back("no source form: " + W + " (in the patched text)");
  R.Edits.clear();
  if (R.Check.Parses && !emitsIR())
    dropIR(R);
  checkIR(Index, R);
  checkAlone(Index, R);
  if (R.HasIR)
    simulate(Index, R);
}

void Verifier::verify(size_t Index, Repair &R) {
  R.Check = Verification();
  std::vector<std::string> Why;
  if (R.Edits.empty() || !I->check(I->patched(R.Edits, Index), Index, R, Why))
    return I->dropEdits(Index, R, Why);
  if (I->emitsIR()) {
    I->checkIR(Index, R);
    I->matchIR(Index, R);
  } else {
    dropIR(R);
  }
  I->decide(Index, R);
  I->simulate(Index, R);
}

std::vector<std::pair<size_t, std::vector<Edit>>>
Verifier::compile(MutableArrayRef<Finding> Findings) {
  std::vector<std::pair<size_t, std::vector<Edit>>> Refused;
  std::vector<ArrayRef<Edit>> Sets;
  for (const Finding &F : Findings)
    for (const Repair &R : F.Repairs)
      Sets.push_back(R.Edits);
  const std::vector<Edit> Taken = I->Tools.compileTogether(I->P, Sets);
  std::map<std::vector<Edit>, std::string> Problems; // for several findings with the same repair
  for (auto [Index, F] : enumerate(Findings))
    for (Repair &R : F.Repairs) {
      if (all_of(R.Edits, [&](const Edit &E) { return is_contained(Taken, E); }))
        continue;
      auto [It, New] = Problems.try_emplace(R.Edits);
      if (New)
        It->second = I->Tools.compileSource(I->P, R.Edits);
      const std::string &Problem = It->second;
      if (Problem.empty())
        continue;
      Refused.emplace_back(Index, R.Edits);
      R.Check = Verification();
      R.Check.Parses = false;
      I->dropEdits(Index, R, Problem);
    }
  return Refused;
}

} // namespace cudafix::verify
