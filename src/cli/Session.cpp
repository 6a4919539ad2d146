// SPDX-License-Identifier: Apache-2.0
#include "cli/Session.h"
#include "cli/Pipeline.h"
#include "cli/Stages.h"
#include "cli/Workers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Threading.h"

namespace cudafix::cli {

using llvm::StringRef;

Session::Session(const CommandLine &Line, std::vector<Unit> Units, std::optional<Baseline> Known,
                 Selection Asked)
    : Line(Line), Units(std::move(Units)), Known(std::move(Known)), Asked(std::move(Asked)),
      Results(this->Units.size()) {}

using Change = llvm::function_ref<void(std::string &)>;

static void forEachPath(Finding &F, Change C) {
  C(F.Loc.File);
  for (Related &R : F.RelatedPlaces)
    C(R.Loc.File);
  for (Repair &R : F.Repairs)
    for (Edit &E : R.Edits)
      C(E.File);
}

static void forEachPath(KernelReport &K, Change C) {
  C(K.Loc.File);
  for (PrintedLaunch &L : K.Printed) {
    C(L.Loc.File);
    for (std::vector<SourceLoc> *Places : {&L.FactPlaces, &L.Callers})
      for (SourceLoc &P : *Places)
        if (P.Line)
          C(P.File);
  }
}

void forEachPath(report::RunReport &R, Change C) {
  for (UnitReport &U : R.Units)
    C(U.File);
  for (KernelReport &K : R.Kernels)
    forEachPath(K, C);
  for (Finding &F : R.Findings)
    forEachPath(F, C);
}

void Session::accept(size_t Index, StringRef Bytes, StringRef Failure) {
  const Unit &At = Units[Index];
  UnitResult R;
  if (!Bytes.empty() && !unpack(Bytes, R))
    R = UnitResult();
  UnitReport &U = R.Report;
  if (!Failure.empty()) {
    // What was handed over before the end is kept, but never taken for the whole.
    U.Status = Bytes.empty() ? UnitStatus::Failed : UnitStatus::Partial;
    U.Reason = Failure.str();
    R.Unread = true;
  }
  auto Absolute = [&](std::string &Path) { Path = absolutePath(Path, At.Cmd.Directory); };
  U.File = At.File;
  // The file's name is printed in front anyway.
  if (StringRef Reason = U.Reason; Reason.consume_front(At.File + ": "))
    U.Reason = Reason.str();
  for (KernelReport &K : U.Kernels)
    forEachPath(K, Absolute);
  for (CodeRange &C : R.Ranges)
    Absolute(C.File);
  for (Finding &F : U.Findings)
    forEachPath(F, Absolute);
  Results[Index] = std::move(R);
}

void Session::analyse(llvm::ArrayRef<size_t> Which) {
  auto FS = Sources.fileSystem();
  auto Work = [&](size_t I, Emit Send) {
    const Unit &U = Units[Which[I]];
    auto Known = [&](const UnitResult &R) { Send(pack(R)); };
    cli::analyse(U.Cmd, U.Opts, FS, Known);
  };
  bool Terminal = llvm::errs().is_displayed() && Which.size() > 1;
  auto Progress = [&](size_t Done) {
    if (Terminal)
      llvm::errs() << "\r\033[K" << (Done < Which.size() ? "analysing " : "");
    if (Terminal && Done < Which.size())
      llvm::errs() << Done << '/' << Which.size();
  };
  WorkerOptions Opts;
  Opts.Jobs = Line.Opts.Jobs ? Line.Opts.Jobs : llvm::get_cpus();
  Opts.TimeoutSeconds = Line.UnitTimeout;
  Opts.InProcess = Line.InProcess;
  Opts.Progress = Progress;
  std::vector<JobResult> All = runJobs(Which.size(), Work, Opts);
  for (size_t I = 0; I < Which.size(); ++I) {
    llvm::errs() << All[I].Errors;
    accept(Which[I], All[I].Bytes, All[I].Failure);
  }
}

void Session::analyseAll() { analyse(llvm::to_vector(llvm::seq<size_t>(0, Units.size()))); }

std::vector<size_t> Session::readersOf(const std::vector<std::string> &Changed) const {
  std::vector<size_t> Readers;
  auto Is = [&](const std::string &File) { return llvm::is_contained(Changed, File); };
  // A changed file that is no unit is a header: whoever includes it, is not known.
  bool Header = llvm::any_of(Changed, [&](const std::string &File) {
    return llvm::none_of(Units, [&](const Unit &U) { return U.File == File; });
  });
  for (size_t I = 0; I < Units.size(); ++I)
    if (Header || Is(Units[I].File) ||
        llvm::any_of(Results[I].Report.Findings,
                     [&](const Finding &F) { return Is(F.Loc.File); }) ||
        llvm::any_of(Results[I].Report.Kernels,
                     [&](const KernelReport &K) { return Is(K.Loc.File); }))
      Readers.push_back(I);
  return Readers;
}

std::vector<CompleteFile> Session::completeFiles() const {
  std::vector<CompleteFile> Complete;
  for (size_t I = 0; I < Results.size(); ++I)
    if (const UnitReport &U = Results[I].Report;
        U.Status == UnitStatus::Analysed && Units[I].Opts.KernelRegex.empty())
      Complete.push_back({U.File, Units[I].Opts.Checks});
  return Complete;
}

/// In a unit, or in a header that --header-filter names.
bool Session::isOwn(const Finding &F, const Options &Opts) const {
  return Opts.HeaderFilter.empty() || llvm::Regex(Opts.HeaderFilter).match(F.Loc.File) ||
         llvm::any_of(Units, [&](const Unit &U) { return U.File == F.Loc.File; });
}

report::RunReport Session::gather(std::vector<Finding> &Hidden) const {
  std::vector<UnitReport> All;
  for (size_t I = 0; I < Results.size(); ++I) {
    const Options &Opts = Units[I].Opts;
    UnitReport U = Results[I].Report;
    auto Shown = [&](const Finding &F) { return isShown(F, Opts) && isOwn(F, Opts); };
    llvm::copy_if(U.Findings, std::back_inserter(Hidden),
                  [&](const Finding &F) { return !Shown(F); });
    llvm::erase_if(U.Findings, [&](const Finding &F) { return !Shown(F); });
    All.push_back(std::move(U));
  }
  report::mergeFindings(Hidden);
  report::RunReport R = report::merge(std::move(All));
  suppress(R.Findings, Hidden, Sources, completeFiles());
  return R;
}

size_t Session::staleInBaseline() const {
  if (!Known)
    return 0;
  std::vector<Finding> Hidden;
  report::RunReport R = gather(Hidden);
  return Known->stale(R.Findings, completeFiles());
}

report::RunReport Session::report() const {
  std::vector<Finding> Hidden;
  report::RunReport R = gather(Hidden);
  R.Hidden =
      llvm::count_if(Hidden, [&](const Finding &F) { return F.How == Confidence::Possible; });
  R.Tool = "cuda-fix " CUDAFIX_VERSION;
  llvm::erase_if(R.Findings, [&](const Finding &F) { return !Asked.keeps(F, Results, Sources); });
  if (Known)
    Known->remove(R.Findings);
  llvm::sort(R.Findings, [](const Finding &A, const Finding &B) {
    return std::tie(A.Loc, A.Id, A.Message) < std::tie(B.Loc, B.Id, B.Message);
  });
  return R;
}

} // namespace cudafix::cli
