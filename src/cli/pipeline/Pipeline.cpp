// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Pipeline.h"
#include "cli/pipeline/Confirm.h"
#include "cli/pipeline/CostMaps.h"
#include "cli/pipeline/Details.h"
#include "cli/pipeline/LaunchNeeds.h"
#include "cli/pipeline/Stages.h"
#include "cli/pipeline/UndecidedRuns.h"
#include "detect/Shapes.h"
#include "detect/SolverShare.h"
#include "frontend/parse/StandInUse.h"
#include "host/Launches.h"
#include "host/Summary.h"
#include "report/Report.h"
#include "sandbox/Sandbox.h"
#include "smt/Workspace.h"
#include "transform/Transform.h"
#include "verify/CodeFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cudafix::cli {
namespace {

/// A translation unit in the pipeline, with the results of the steps so far.
struct UnitState {
  const frontend::CompileCommand &Cmd;
  const Options &Opts;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const Progress &Waiting;
  UnitResult Result = {};
  Dump Dumps{Opts, Result.Dump};
  UnitReport &Report = Result.Report;
  std::unique_ptr<frontend::Program> P = {};
  std::optional<host::LaunchTable> Host = {};
  std::vector<std::vector<Launch>> Launches = {}; ///< by kernel

  void handOver() const { Waiting.Known(Result); }
};

/// Returns false if the pipeline ends here.
using Step = bool (*)(UnitState &);

/// Parses both sides, to AST and IR.
bool parse(UnitState &U) {
  U.Waiting.Stage("parsing", "");
  auto Parsed = frontend::Program::parse(U.Cmd, U.Opts, U.FS);
  if (!Parsed) {
    U.Report.Reason = llvm::toString(Parsed.takeError());
    return false;
  }
  U.P = std::move(*Parsed);
  return true;
}

/// Models every kernel as plain values. The answers to questions about launches are shared, too.
bool model(UnitState &U) {
  auto &Kernels = U.P->kernels();
  if (U.Waiting.Answers && !Kernels.empty())
    Kernels.front().Solving->use(U.Waiting.Answers);
  for (frontend::KernelUnit &K : Kernels)
    K.Solving->share(*Kernels.front().Solving);
  describe(*U.P, U.Result);
  U.Host.emplace(*U.P, U.Opts);
  return true;
}

/// Notes in the report that a proof holds only for these numbers, if some of them were made up.
void limitToNumbers(const UnitState &U, const frontend::KernelUnit &K, KernelReport &Report) {
  if (!K.Model.StandInTypes || !K.Decl)
    return;
  std::string Numbers =
      llvm::join(frontend::StandInUse(U.P->device().getASTContext()).numbers(*K.Decl), ", ");
  if (Numbers.empty())
    return;
  if (Report.Race == RaceVerdict::Free) {
    Report.FreeFor = Numbers;
    Report.Race = RaceVerdict::Unknown;
    Report.Divergence = DivergenceVerdict::Unknown;
  } else if (!Report.FreeFor.empty()) {
    Report.FreeFor += " and " + Numbers;
  }
}

/// The findings in one kernel under its launches, and its verdicts.
struct Judged {
  KernelReport Report;
  std::vector<Finding> Findings = {};
};

Judged judgeKernel(UnitState &U, frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
                   detect::UnitFacts &OfUnit) {
  Judged J;
  J.Report = detect::judgeInShapes(K.Model, *K.Solving, Launches, U.Opts, J.Findings, OfUnit,
                                   U.Dumps.pairs(), U.Dumps.queries());
  limitToNumbers(U, K, J.Report);
  for (const Launch &L : Launches)
    J.Report.Printed.push_back(print(L, *K.Model.Ctx));
  if (!U.Opts.ExplainLaunch.empty())
    explainLaunches(K, Launches, U.Opts, J.Report);
  return J;
}

KernelDetails details(const UnitState &U, frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
                      const KernelReport &Report) {
  std::vector<CostMap> Costs;
  if (U.Waiting.Costs)
    Costs = costMaps(K.Model, Launches, verify::codeFacts(K, U.P->deviceModule()));
  return detailsOf(K.Model, *K.Solving, Launches, Report, std::move(Costs));
}

/// Shows editors the errors of the parse and the findings that need no questions.
void showBeforeQuestions(UnitState &U) {
  Options Quick = U.Opts;
  for (const detect::Detector &D : detect::detectors())
    if (D.Kind != detect::Group::Performance)
      Quick.Checks += ",-" + D.Id.str();
  UnitResult Early = U.Result;
  for (frontend::KernelUnit &K : U.P->kernels())
    detect::judge(K.Model, *K.Solving, U.Host->of(K), Quick, Early.Report.Findings);
  report::mergeFindings(Early.Report.Findings);
  U.Waiting.Known(Early);
}

/// Hands over the results so far, in case the unit is interrupted: kernels whose turn has not come
/// are undecided.
void handOverSoFar(const UnitState &U, size_t Judged) {
  UnitResult SoFar = U.Result;
  for (const frontend::KernelUnit &K : llvm::ArrayRef(U.P->kernels()).drop_front(Judged)) {
    KernelReport &Left = SoFar.Report.Kernels.emplace_back();
    Left.Name = K.Model.Name;
    Left.Loc = K.Model.Loc;
    Left.Unknowns = {"the analysis of this file ended before this kernel's turn"};
  }
  report::mergeFindings(SoFar.Report.Findings);
  U.Waiting.Known(SoFar);
}

/// The report of an instance for which other instances of its template left no solver budget.
Judged notJudged(const frontend::KernelUnit &K) {
  Judged J;
  J.Report.Name = K.Model.Name;
  J.Report.Loc = K.Model.Loc;
  J.Report.OutOfBudget = true;
  J.Report.Unknowns = {
      "not judged: other instances of its template have used up the solver's budget "
      "for the file; --level exhaustive judges all, --kernel those it names"};
  return J;
}

bool lacksUnits(const KernelReport &K) {
  return K.OutOfBudget && K.Race != RaceVerdict::Racy &&
         (K.Race == RaceVerdict::Unknown || K.Divergence == DivergenceVerdict::Unknown);
}

/// Returns true if a shown finding rests on a convention, and the solver has not decided whether
/// the convention excludes the finding.
bool restsOnOpen(llvm::ArrayRef<Finding> Found) {
  return llvm::any_of(Found, [](const Finding &F) {
    return F.How == Confidence::Likely &&
           llvm::any_of(F.Premises, [](const Premise &P) { return P.Open; });
  });
}

/// Finds launches in host code, and findings with witnesses. Kernels that used up their share of
/// the budget are asked about once more, with what the others left.
bool detect(UnitState &U) {
  if (U.Waiting.EachKernel)
    showBeforeQuestions(U);
  detect::SolverShare Share(U.P->kernels());
  detect::UnitFacts OfUnit;
  std::vector<std::vector<Finding>> Found;
  const size_t First = U.Report.Kernels.size(); // reports of unread kernels come first
  const size_t OfParse = U.Report.Findings.size();
  auto IsInVain = [&](const frontend::KernelUnit &K) {
    return U.Opts.Level != Effort::Exhaustive && Share.isInVain(K.primaryTemplate());
  };
  auto Judge = [&](frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches) {
    Timer T(U.Report.Seconds.Detect);
    if (IsInVain(K))
      return notJudged(K);
    U.Waiting.Stage("detecting", K.Model.Name);
    Share.begin(*K.Solving, K.primaryTemplate());
    Judged J = judgeKernel(U, K, Launches, OfUnit);
    Share.end(*K.Solving, K.primaryTemplate());
    return J;
  };
  const size_t Kernels = U.P->kernels().size();
  // A file of many kernels hands over after groups of them: each time it sends everything again.
  const size_t Step = std::max<size_t>(1, Kernels / 16);
  for (frontend::KernelUnit &K : U.P->kernels()) {
    if (!U.Waiting.EachKernel && U.Launches.size() % Step == 0)
      handOverSoFar(U, U.Launches.size());
    U.Dumps.kernel(K, U.Launches.emplace_back(U.Host->of(K)));
    Judged J = Judge(K, U.Launches.back());
    if (U.Waiting.Details)
      U.Result.Details.push_back(details(U, K, U.Launches.back(), J.Report));
    llvm::append_range(U.Report.Findings, J.Findings);
    U.Report.Kernels.push_back(std::move(J.Report));
    Found.push_back(std::move(J.Findings));
    if (U.Waiting.EachKernel)
      U.handOver();
  }
  llvm::ArrayRef<KernelReport> Reports = llvm::ArrayRef(U.Report.Kernels).drop_front(First);
  bool Again = false;
  auto Replace = [&](size_t I, frontend::KernelUnit &K, Judged J) {
    if (U.Waiting.Details)
      U.Result.Details[I] = details(U, K, U.Launches[I], J.Report);
    U.Report.Kernels[First + I] = std::move(J.Report);
    Found[I] = std::move(J.Findings);
    Again = true;
  };
  if (Share.beginAgain(llvm::count_if(Reports, lacksUnits)))
    for (auto [I, K] : llvm::enumerate(U.P->kernels())) // the first answers for the others stay
      if (lacksUnits(Reports[I]) && !IsInVain(K))
        Replace(I, K, Judge(K, U.Launches[I]));
  unsigned Shown = 0;
  for (auto [I, K] : llvm::enumerate(U.P->kernels())) {
    if (!restsOnOpen(Found[I]))
      continue;
    if (++Shown > detect::SolverShare::MostShown)
      break;
    Timer T(U.Report.Seconds.Detect);
    Share.beginShown(*K.Solving);
    Replace(I, K, judgeKernel(U, K, U.Launches[I], OfUnit));
  }
  if (Again) {
    U.Report.Findings.resize(OfParse);
    for (std::vector<Finding> &OfKernel : Found)
      llvm::append_range(U.Report.Findings, OfKernel);
  }
  llvm::append_range(U.Report.Diagnostics, U.Host->problems());
  return true;
}

/// Runs the kernels that the questions leave undecided; of many instances in a unit, runs some.
bool runUndecided(UnitState &U) {
  constexpr unsigned Most = 24, MostInstances = 12;
  if (!sandbox::available())
    return true;
  Timer T(U.Report.Seconds.Detect);
  unsigned Ran = 0, Instances = 0;
  std::set<SourceLoc> Seen;
  const size_t First =
      U.Report.Kernels.size() - U.Launches.size(); // reports of unread kernels come first
  for (size_t I = 0; I < U.Launches.size() && Ran < Most; ++I) {
    KernelReport &Report = U.Report.Kernels[First + I];
    if (!isRunUndecided(Report, U.Report.Findings, U.Opts))
      continue;
    const bool New = Seen.insert(U.P->kernels()[I].Model.Loc).second;
    if (!New && ++Instances > MostInstances)
      continue;
    U.Waiting.Stage("running what is not decided", Report.Name);
    cli::runUndecided(*U.P, U.P->kernels()[I], U.Launches[I], U.Opts, Report, U.Report.Findings);
    ++Ran;
  }
  return true;
}

/// Drops findings that must hold for all kernels that run the same code and do not.
bool merge(UnitState &U) {
  std::vector<const Kernel *> Models;
  for (const frontend::KernelUnit &K : U.P->kernels())
    Models.push_back(&K.Model);
  detect::dropNeededElsewhere(Models, U.Report.Findings);
  report::mergeFindings(U.Report.Findings);
  U.handOver();
  return true;
}

/// Replays proved findings on concrete threads.
bool confirm(UnitState &U) {
  if (!U.Opts.NoReplay && sandbox::available()) {
    Timer T(U.Report.Seconds.Detect);
    U.Waiting.Stage("replaying findings", "");
    cli::confirm(*U.P, U.Report, U.Dumps.replays());
    U.handOver();
  }
  return true;
}

/// For the command optimize: runs LLVM's passes on the IR.
bool optimize(UnitState &U) {
  if (!U.Opts.Optimize.empty())
    cli::optimize(*U.P, U.Opts, U.Report);
  return !U.Opts.NoRepair;
}

/// Proposes repairs for each finding, cheapest first.
bool propose(UnitState &U) {
  for (size_t I = 0; I < U.Launches.size(); ++I) {
    frontend::KernelUnit &K = U.P->kernels()[I];
    Timer T(U.Report.Seconds.Repair);
    U.Waiting.Stage("looking for repairs", K.Model.Name);
    FindingsOf Slice(U.Report.Findings, K.Model.Name, U.Opts);
    transform::propose({*U.P, K, U.Launches[I], U.Opts}, Slice.Findings);
    Slice.putBack();
  }
  return true;
}

/// Formats their edits in the style of the file.
bool rewrite(UnitState &U) {
  formatEdits(*U.P, U.Report.Findings);
  return true;
}

/// Verifies repairs: those that are shown have been parsed, analysed and compiled again.
bool verify(UnitState &U) {
  Timer T(U.Report.Seconds.Verify);
  U.Waiting.Stage("checking repairs", "");
  verifyRepairs(*U.P, *U.Host, U.Opts, U.Report.Findings);
  return true;
}

/// All steps; the caller reports on all units together.
constexpr Step Steps[] = {parse,   model,    detect,  runUndecided, merge,
                          confirm, optimize, propose, rewrite,      verify};

} // namespace

UnitResult analyse(const frontend::CompileCommand &Cmd, const Options &Opts,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting) {
  UnitState U{Cmd, Opts, FS, Waiting};
  (void)llvm::all_of(Steps, [&](Step S) { return S(U); });
  U.handOver();
  return std::move(U.Result);
}

std::string summarise(const frontend::CompileCommand &Cmd, const Options &Opts,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  Options HostOnly = Opts;
  HostOnly.HostOnly = true;
  auto P = frontend::Program::parse(Cmd, HostOnly, FS);
  if (!P) { // the analysis of the unit reports the error
    llvm::consumeError(P.takeError());
    return "";
  }
  llvm::Module *M = (*P)->hostModule();
  return M ? host::toText(host::summarise(*M, Cmd.File)) : "";
}

} // namespace cudafix::cli
