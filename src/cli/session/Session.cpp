// SPDX-License-Identifier: Apache-2.0
#include "cli/session/Session.h"
#include "cache/Digest.h"
#include "cli/pipeline/Pipeline.h"
#include "cli/pipeline/Simulate.h"
#include "cli/pipeline/Stages.h"
#include "cli/pipeline/WorkerRights.h"
#include "cli/pipeline/Workers.h"
#include "cli/session/ProgressLine.h"
#include "smt/AnswerTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Threading.h"

namespace cudafix::cli {

using llvm::StringRef;

Session::Session(const CommandLine &Line, std::vector<Unit> Units, std::optional<Baseline> Known,
                 Selection Asked)
    : Line(Line), Units(std::move(Units)), Known(std::move(Known)), Asked(std::move(Asked)),
      Results(this->Units.size()), Former(Line) {}

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
  for (Measure &M : K.Measures)
    C(M.Loc.File);
  for (PrintedLaunch &L : K.Printed) {
    C(L.Loc.File);
    for (std::vector<SourceLoc> *Places : {&L.FactPlaces, &L.Callers})
      for (SourceLoc &P : *Places)
        if (P.Line)
          C(P.File);
  }
}

static void forEachPath(KernelDetails &D, Change C) {
  for (Hint &H : D.Hints)
    C(H.Loc.File);
  for (LaneMap &M : D.Requests)
    C(M.Loc.File);
  for (BranchMap &B : D.Branches)
    C(B.Loc.File);
  for (CostMap &M : D.Costs)
    for (CostMap::Line &L : M.Lines)
      C(L.Loc.File);
}

void forEachPath(report::RunReport &R, Change C) {
  for (UnitReport &U : R.Units)
    C(U.File);
  for (KernelDetails &D : R.Details)
    forEachPath(D, C);
  decltype(R.Repaired) Repaired;
  for (auto &[Edits, Of] : R.Repaired) {
    std::vector<Edit> Own = Edits;
    for (Edit &E : Own)
      C(E.File);
    for (KernelDetails &D : Of)
      forEachPath(D, C);
    Repaired[std::move(Own)] = std::move(Of);
  }
  R.Repaired = std::move(Repaired);
  for (KernelReport &K : R.Kernels)
    forEachPath(K, C);
  for (std::vector<Finding> *Of : {&R.Findings, &R.Suppressed, &R.Known})
    for (Finding &F : *Of)
      forEachPath(F, C);
}

void Session::accept(size_t Index, StringRef Bytes, StringRef Failure) {
  const Unit &At = Units[Index];
  UnitResult R;
  if (!Bytes.empty() && !unpack(Bytes, R))
    R = UnitResult();
  UnitReport &U = R.Report;
  if (!Failure.empty()) {
    // Keeps what was received before the end, but marks it as incomplete.
    U.Status = Bytes.empty() ? UnitStatus::Failed : UnitStatus::Partial;
    U.Reason = Failure.str();
    R.Unread = true;
  }
  auto Absolute = [&](std::string &Path) { Path = absolutePath(Path, At.Cmd.Directory); };
  U.File = At.File;
  // The file's name is printed before the message anyway.
  if (StringRef Reason = U.Reason; Reason.consume_front(At.File + ": "))
    U.Reason = Reason.str();
  for (KernelReport &K : U.Kernels)
    forEachPath(K, Absolute);
  for (CodeRange &C : R.Ranges)
    Absolute(C.File);
  for (KernelDetails &D : R.Details)
    forEachPath(D, Absolute);
  for (Finding &F : U.Findings)
    forEachPath(F, Absolute);
  Results[Index] = std::move(R);
}

void Session::accept(UnitResult OfProgram) {
  for (size_t I = 0; I < Units.size(); ++I) {
    UnitResult Empty;
    Empty.Report.Status = OfProgram.Report.Status;
    accept(I, pack(I == 0 ? OfProgram : Empty), "");
  }
}

std::vector<JobResult> Session::run(llvm::ArrayRef<Task> Tasks, TaskWork Work) const {
  std::vector<JobResult> Results(Tasks.size());
  // Starts the longest jobs first, so that no long one is left at the end.
  std::vector<std::pair<double, size_t>> ByTime;
  Former.lookAgain();
  for (size_t I = 0; I < Tasks.size(); ++I)
    if (auto Found = Former.find(Tasks[I]))
      Results[I].Bytes = std::move(*Found);
    else
      ByTime.push_back({-Former.seconds(Tasks[I]), I});
  llvm::sort(ByTime);
  std::vector<size_t> Left;
  for (auto [Seconds, I] : ByTime)
    Left.push_back(I);
  const size_t Before = Tasks.size() - Left.size();
  ProgressLine Shown(Tasks.size(), !Line.Quiet);
  Shown.done(Before);
  auto Progress = [&](size_t Done) { Shown.done(Before + Done); };
  auto Remark = [&](size_t I, StringRef Text) {
    Shown.at(displayPath(Tasks[Left[I]].Of->File), Text);
  };
  WorkerOptions Opts;
  Opts.Jobs = Line.Opts.Jobs ? Line.Opts.Jobs : llvm::get_cpus();
  Opts.TimeoutSeconds = Line.UnitTimeout;
  Opts.InProcess = Line.InProcess;
  Opts.Kept = workerRights(Line.Opts);
  Opts.Progress = Progress;
  Opts.Remark = Remark;
  std::string Known;
  auto Begins = [&](size_t I) { Known = Former.learntOf(Tasks[Left[I]]); };
  Opts.Begins = Begins;
  auto Record = [&](size_t I, Emit Send) {
    const Task &T = Tasks[Left[I]];
    Former.record(T, Send, [&](auto FS, Emit To) { Work(T, FS, To, Known); });
  };
  // Keeps each result at once: if the run is interrupted, the next one continues from there.
  auto Keep = [&](size_t I, JobResult &R) { Former.keep(Tasks[Left[I]], R); };
  Opts.Ended = Keep;
  std::vector<JobResult> Done = runJobs(Left.size(), Record, Opts);
  for (size_t I = 0; I < Left.size(); ++I)
    Results[Left[I]] = std::move(Done[I]);
  return Results;
}

void work(const Unit &U, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, Emit Send,
          WorkFor Whom, StringRef Former) {
  auto Answers = std::make_shared<smt::AnswerTable>();
  Answers->read(Former);
  // Keeps what was learnt after each stage: it is all that remains of an interrupted job.
  auto Learn = [&] {
    if (std::string Text = Answers->takeAsked(); !Text.empty())
      Send.learnt(Text);
  };
  auto Known = [&](const UnitResult &R) { Send(pack(R)); };
  auto Stage = [&](StringRef Name, StringRef Kernel) {
    Learn();
    Send.remark(Kernel.empty() ? Name.str() : (Kernel + ": " + Name).str());
  };
  Progress Waiting{Known,
                   Stage,
                   Whom == WorkFor::Editor,
                   Whom != WorkFor::Report,
                   Whom == WorkFor::Pictures || Whom == WorkFor::Editor,
                   Answers};
  if (U.Opts.Simulate.On)
    cli::simulate(U.Cmd, U.Opts, FS, Waiting);
  else
    cli::analyse(U.Cmd, U.Opts, FS, Waiting);
  Learn();
}

std::vector<JobResult> Session::judge(llvm::ArrayRef<size_t> Which) {
  auto FS = Sources.fileSystem();
  std::vector<Task> Tasks;
  for (size_t I : Which)
    Tasks.push_back({&Units[I], FS, WithDetails ? "judge for pictures" : "judge"});
  auto Work = [&](const Task &T, auto FS, Emit Send, StringRef Learnt) {
    cli::work(*T.Of, FS, Send, WithDetails ? WorkFor::Pictures : WorkFor::Report, Learnt);
  };
  return run(Tasks, Work);
}

void Session::analyse(llvm::ArrayRef<size_t> Which) {
  std::vector<JobResult> All = judge(Which);
  for (size_t I = 0; I < Which.size(); ++I) {
    llvm::errs() << All[I].Errors;
    accept(Which[I], All[I].Bytes, All[I].Failure);
  }
}

void Session::analyseAll() { analyse(llvm::to_vector(llvm::seq<size_t>(0, Units.size()))); }

Session::~Session() {
  if (!LaunchFile.empty())
    llvm::sys::fs::remove(LaunchFile);
}

std::vector<host::UnitSummary> Session::summarise(llvm::ArrayRef<Unit> Of) {
  auto FS = Sources.fileSystem();
  auto Work = [](const Task &T, auto FS, Emit Send, StringRef) {
    Send.remark("reading host code");
    Send(cli::summarise(T.Of->Cmd, T.Of->Opts, FS));
  };
  std::map<std::string, host::UnitSummary> ByFile = Given;
  std::vector<Task> Tasks;
  for (const Unit &U : Of)
    if (!ByFile.count(U.Cmd.File))
      Tasks.push_back({&U, FS, "summarise"});
  for (const JobResult &R : run(Tasks, Work))
    if (auto Read = host::summariesFromText(R.Bytes))
      for (host::UnitSummary &U : *Read)
        ByFile.try_emplace(U.File, std::move(U));
    else
      llvm::consumeError(
          Read.takeError()); // the analysis of the unit reports that it cannot be read
  std::vector<host::UnitSummary> All;
  for (const Unit &U : Of)
    if (auto At = ByFile.find(U.Cmd.File); At != ByFile.end())
      All.push_back(std::move(ByFile.extract(At).mapped()));
  return All;
}

llvm::Error Session::takeSummaries(llvm::ArrayRef<std::string> Files) {
  for (const std::string &File : Files) {
    auto Read = host::readSummaries(File);
    if (!Read)
      return Read.takeError();
    for (host::UnitSummary &U : *Read)
      Given.try_emplace(U.File, std::move(U));
  }
  return llvm::Error::success();
}

std::string Session::summariseAll(std::vector<Unit> HostUnits) {
  keepShard();
  if (Line.Shards > 1) // `link` reads those that it needs
    HostUnits.clear();
  std::vector<Unit> All = Units;
  llvm::append_range(All, std::move(HostUnits));
  return host::toText(summarise(All));
}

std::string baseName(const std::string &Mangled) {
  llvm::ItaniumPartialDemangler D;
  if (D.partialDemangle(Mangled.c_str()) || !D.isFunction())
    return Mangled;
  size_t Size = 0;
  char *Raw = D.getFunctionBaseName(nullptr, &Size);
  std::string Name = Raw ? Raw : Mangled;
  std::free(Raw);
  return Name;
}

static std::string sumOf(llvm::ArrayRef<size_t> Which, llvm::ArrayRef<host::UnitSummary> All) {
  cache::Digest D;
  for (size_t I : Which)
    D.add(host::toText(All[I]));
  return D.bytes();
}

std::vector<host::UnitSummary> Session::hostCode(std::vector<Unit> HostUnits) {
  std::vector<host::UnitSummary> All = summarise(Units);
  std::vector<std::string> Names;
  for (const std::string &Function : host::LaunchGraph(All).launching())
    Names.push_back(baseName(Function));
  llvm::erase_if(HostUnits, [&](const Unit &U) {
    std::optional<StringRef> Text = Sources.read(U.File);
    return !Text || llvm::none_of(Names, [&](const std::string &N) { return Text->contains(N); });
  });
  llvm::append_range(All, summarise(HostUnits));
  return All;
}

void Session::forEachLinked(
    llvm::ArrayRef<host::UnitSummary> All,
    llvm::function_ref<void(size_t Unit, std::vector<size_t> Others)> Do) const {
  std::map<StringRef, const host::UnitSummary *> ByFile;
  for (const host::UnitSummary &U : All)
    ByFile.try_emplace(U.File, &U);
  host::LaunchGraph Graph(All);
  for (size_t I = 0; I < Units.size(); ++I)
    if (auto At = ByFile.find(Units[I].Cmd.File); At != ByFile.end())
      Do(I, Graph.unitsThatLaunch(*At->second));
}

llvm::Error Session::takeFacts(size_t Index, const std::string &File) {
  auto Read = host::readSummaries(File);
  if (!Read)
    return Read.takeError();
  if (Read->empty())
    return llvm::Error::success();
  Units[Index].LinkedFile = File;
  Units[Index].LinkedSum = sumOf(llvm::to_vector(llvm::seq<size_t>(0, Read->size())), *Read);
  Units[Index].Opts.LaunchFiles.push_back(File);
  return llvm::Error::success();
}

void Session::keepShard() {
  size_t Index = 0;
  llvm::erase_if(Units, [&](const Unit &) { return Index++ % Line.Shards != Line.Shard - 1; });
  Results.resize(Units.size());
}

void Session::readBuild(std::vector<Unit> HostUnits) {
  if (Units.size() + HostUnits.size() < 2) // a single file is a whole program
    return;
  std::vector<host::UnitSummary> All = hostCode(std::move(HostUnits));
  std::vector<size_t> Linked;
  forEachLinked(All, [&](size_t I, std::vector<size_t> Others) {
    if (Others.empty())
      return;
    Linked.push_back(I);
    Units[I].LinkedSum = sumOf(Others, All);
  });
  if (Linked.empty())
    return;
  llvm::SmallString<128> File;
  int FD;
  if (llvm::sys::fs::createTemporaryFile("cuda-fix", "launches", FD, File))
    return;
  LaunchFile = File.str().str();
  llvm::raw_fd_ostream(FD, /*shouldClose=*/true) << host::toText(All);
  for (size_t I : Linked) {
    Units[I].LinkedFile = LaunchFile;
    Units[I].Opts.LaunchFiles.push_back(LaunchFile);
  }
}

std::vector<size_t> Session::readersOf(const std::vector<std::string> &Changed) const {
  std::vector<size_t> Readers;
  auto Is = [&](const std::string &File) { return llvm::is_contained(Changed, File); };
  // A changed file that is not a unit is a header, and who includes it is not known.
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

bool Session::failsOn(StringRef What, llvm::function_ref<bool(const UnitReport &)> Has) const {
  for (size_t I = 0; I < Units.size(); ++I)
    if (Units[I].FailOn.count(What.str()) && Has(Results[I].Report))
      return true;
  return false;
}

std::vector<CompleteFile> Session::completeFiles() const {
  std::vector<CompleteFile> Complete;
  // A simulation shows what happens, not all that could.
  if (Line.Opts.Simulate.On)
    return Complete;
  for (size_t I = 0; I < Results.size(); ++I)
    if (const UnitReport &U = Results[I].Report;
        U.Status == UnitStatus::Analysed && Units[I].Opts.KernelRegex.empty())
      Complete.push_back({U.File, Units[I].Opts.Checks});
  return Complete;
}

/// Returns true if the finding is in a unit, or in a header that --header-filter names.
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
  for (const UnitResult &U : Results)
    llvm::append_range(R.Details, U.Details);
  R.Suppressed = suppress(R.Findings, Hidden, Sources, completeFiles());
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
  for (std::vector<Finding> *Of : {&R.Findings, &R.Suppressed})
    llvm::erase_if(*Of, [&](const Finding &F) { return !Asked.keeps(F, Results, Sources); });
  if (Known)
    R.Known = Known->remove(R.Findings);
  llvm::sort(R.Findings, report::listedBefore);
  return R;
}

} // namespace cudafix::cli
