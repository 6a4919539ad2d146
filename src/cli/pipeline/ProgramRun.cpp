// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/ProgramRun.h"
#include "frontend/parse/CompileDatabase.h"
#include "model/Check.h"
#include "simulate/machine/Findings.h"
#include "simulate/runtime/HostProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cudafix::cli {
namespace {

using llvm::StringRef;

/// Device memory of a program that is run to check a repair, within the limits of a worker.
constexpr uint64_t LittleDeviceBytes = 256ull << 20;
constexpr unsigned RunSeconds = 30;
constexpr size_t MostOutput = 4 << 20;

/// How far the child got; the first byte of what it hands over.
enum class Stage : char { NoMain, Failed, Running, Ended };

std::string message(Stage S, int Code, const UnitResult &R) {
  std::string Text(5, static_cast<char>(S));
  llvm::support::endian::write32le(Text.data() + 1, Code);
  return Text + pack(R);
}

/// The program in the child process.
class Child {
public:
  Child(const ProgramSource &Of, const SimulateOption &How, uint64_t DeviceBytes, Emit Send)
      : Units(Of.Units), FS(Of.FS), How(How), DeviceBytes(DeviceBytes), Send(Send) {}
  void run();
  [[noreturn]] void end(int Code);
  static Child *Current; ///< for the handler of exit, to which no object can be passed

private:
  llvm::Error parse();
  llvm::Error start();
  void afterLaunch();
  void report(Stage S, int Code);

  llvm::ArrayRef<ProgramUnit> Units;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const SimulateOption &How;
  uint64_t DeviceBytes;
  Emit Send;
  std::vector<std::unique_ptr<frontend::Program>> Cuda, Host;
  bool HasMain = false;
  std::vector<std::string> Warnings;
  std::unique_ptr<simulate::Device> D;
  std::unique_ptr<simulate::Runtime> R;
  size_t Reported = 0;
  std::chrono::steady_clock::time_point LastLine;
};

Child *Child::Current = nullptr;

} // namespace

/// The first errors of a unit, without missing headers, which may not matter.
static std::string errorsOf(const frontend::Program &P) {
  constexpr size_t MaxErrors = 3;
  std::string Text;
  size_t Count = 0;
  for (StringRef E : P.diagnostics())
    if (!E.contains("file not found") && ++Count <= MaxErrors)
      Text += "\n  " + E.str();
  return Text;
}

llvm::Error Child::parse() {
  for (const ProgramUnit &U : Units) {
    Options Opts = U.Opts;
    Opts.NoToolkit = Opts.CudaPath.empty();
    Opts.ToRun = true;
    Opts.HostOnly = !frontend::isCudaUnit(U.File);
    auto P = frontend::Program::parse(U.Cmd, Opts, FS);
    if (!P)
      return P.takeError();
    if (std::string Errors = errorsOf(**P); !Errors.empty())
      return llvm::createStringError(U.File + " does not compile:" + Errors);
    llvm::append_range(Warnings, (*P)->diagnostics());
    llvm::Module *M = (*P)->hostModule();
    if (!M)
      return llvm::createStringError(U.File + ": its host side does not compile");
    HasMain |= simulate::definesMain(*M);
    (Opts.HostOnly ? Host : Cuda).push_back(std::move(*P));
  }
  return llvm::Error::success();
}

llvm::Error Child::start() {
  simulate::DeviceOptions Opts;
  Opts.Bytes = DeviceBytes;
  // Without checks only loop iterations count, so only the time limit matters.
  Opts.MaxAccesses = How.NoCheck ? UINT64_MAX : How.MaxAccesses;
  Opts.Seed = How.Seed;
  Opts.Counters = How.Listing;
  Opts.Checked = !How.NoCheck || Opts.Counters;
  D = std::make_unique<simulate::Device>(Opts);
  R = std::make_unique<simulate::Runtime>(*D);
  std::vector<const llvm::Module *> Modules;
  for (const auto &P : Cuda) {
    if (llvm::Error E = D->addUnit(*P))
      return E;
    Modules.push_back(P->hostModule());
  }
  for (const auto &P : Host)
    Modules.push_back(P->hostModule());
  auto Program = simulate::HostProgram::link(Modules, *R, +[](int Code) { Current->end(Code); });
  if (!Program)
    return Program.takeError();
  R->AfterLaunch = [this] { afterLaunch(); };
  std::vector<std::string> Arguments{llvm::sys::path::stem(Units.front().File).str()};
  llvm::append_range(Arguments, How.ProgramArguments);
  report(Stage::Running, 0);
  llvm::Expected<int> Code = (*Program)->run(Arguments);
  if (!Code)
    return Code.takeError();
  end(*Code);
}

/// Hands over new findings at once: the program may end at any point.
void Child::afterLaunch() {
  if (D->findings().size() > Reported)
    report(Stage::Running, 0);
  auto Now = std::chrono::steady_clock::now();
  if (!::isatty(STDERR_FILENO) || Now - LastLine < std::chrono::milliseconds(500))
    return;
  LastLine = Now;
  llvm::errs() << "\r\033[K" << D->launches() << " launches, " << D->accesses() / 1'000'000
               << " million accesses\r";
}

void Child::end(int Code) {
  if (::isatty(STDERR_FILENO))
    llvm::errs() << "\r\033[K";
  std::fflush(nullptr);
  report(Stage::Ended, Code);
  ::_exit(0);
}

static KernelReport reportOf(const simulate::DeviceKernel &K, frontend::KernelUnit *Model,
                             llvm::ArrayRef<Finding> Findings) {
  KernelReport Report;
  Report.Name = Model ? Model->Model.Name : K.MangledName;
  if (Model)
    Report.Loc = Model->Model.Loc;
  for (const Finding &F : Findings) {
    if (F.KernelName != Report.Name || F.Severity != Level::Error)
      continue;
    if (isRace(F.check()))
      Report.Race = RaceVerdict::Racy;
    if (F.check() == Check::BarrierDivergence)
      Report.Divergence = DivergenceVerdict::Divergent;
  }
  Report.Unknowns.push_back(std::to_string(K.Launches) + " launches with " +
                            std::to_string(K.Accesses) + " accesses show bugs, not their absence");
  if (K.Code && !K.Counted.BySite.empty()) {
    Report.Measures = toMeasures(K.Counted, *K.Code);
    Report.BusiestWarp = toCost(K.Counted.BusiestWarp);
  }
  return Report;
}

void Child::report(Stage S, int Code) {
  UnitResult Result;
  UnitReport &Unit = Result.Report;
  Unit.File = Units.front().File;
  Unit.Status = UnitStatus::Analysed;
  Unit.Diagnostics = Warnings;
  if (D) {
    Unit.Findings = D->findings();
    Reported = Unit.Findings.size();
    llvm::append_range(Unit.Diagnostics, D->notes());
    for (const auto &K : D->kernels())
      if (K->Launches && S == Stage::Ended)
        Unit.Kernels.push_back(reportOf(*K, D->model(*K), Unit.Findings));
  }
  Send(message(S, Code, Result));
}

void Child::run() {
  Current = this;
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  // Clang changes to the folder of each unit.
  llvm::SmallString<256> Here;
  bool Known = !llvm::sys::fs::current_path(Here);
  llvm::Error E = parse();
  if (Known && llvm::sys::fs::set_current_path(Here))
    llvm::errs() << "cuda-fix: cannot go back to " << Here << '\n';
  if (!E && !HasMain) {
    Send(message(Stage::NoMain, 0, UnitResult()));
    return;
  }
  if (!E)
    E = start();
  UnitResult Result;
  Result.Report.Status = UnitStatus::Failed;
  Result.Report.Reason = llvm::toString(std::move(E));
  Send(message(Stage::Failed, 0, Result));
}

/// Reads what the child handed over; nullopt: there is no main.
static std::optional<ProgramRun> readRun(const JobResult &Job) {
  ProgramRun Run;
  if (Job.Bytes.size() < 5 || !unpackRun(StringRef(Job.Bytes).drop_front(5), Run.Result)) {
    Run.Result = UnitResult();
    Run.Problem = Run.Result.Report.Reason =
        Job.Failure.empty() ? "the program did not come to its end" : Job.Failure;
    return Run;
  }
  switch (static_cast<Stage>(Job.Bytes[0])) {
  case Stage::NoMain:
    return std::nullopt;
  case Stage::Failed:
    Run.Problem = Run.Result.Report.Reason;
    break;
  case Stage::Running:
    Run.Problem =
        "the program did not come to its end" + (Job.Failure.empty() ? "" : ": " + Job.Failure);
    break;
  case Stage::Ended:
    Run.Code = llvm::support::endian::read32le(Job.Bytes.data() + 1);
    break;
  default:
    Run.Problem = "the program did not come to its end";
  }
  return Run;
}

std::optional<ProgramRun> runProgram(const ProgramSource &Of, const SimulateOption &How,
                                     uint64_t DeviceBytes, const WorkerOptions &Limits) {
  auto Work = [&](size_t, Emit Send) { Child(Of, How, DeviceBytes, Send).run(); };
  return readRun(runJobs(1, Work, Limits).front());
}

/// Everything written to the file.
static std::string contentsOf(int File) {
  std::string Text(MostOutput, '\0');
  ssize_t Size = ::pread(File, Text.data(), Text.size(), 0);
  Text.resize(std::max<ssize_t>(Size, 0));
  return Text;
}

verify::ProgramOutput runApart(const frontend::CompileCommand &Cmd, const Options &Opts,
                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  ProgramUnit U{Cmd, Opts, Cmd.File};
  SimulateOption Unchecked;
  Unchecked.NoCheck = true;
  verify::ProgramOutput Output;
  int Printed = ::memfd_create("output", MFD_CLOEXEC);
  if (Printed < 0) {
    Output.Problem = "there is no room for its output";
    return Output;
  }
  auto Work = [&](size_t, Emit Send) {
    ::dup2(Printed, STDOUT_FILENO);
    Child({U, FS}, Unchecked, LittleDeviceBytes, Send).run();
  };
  WorkerOptions Limits;
  Limits.TimeoutSeconds = RunSeconds;
  auto Ignore = [](size_t) {};
  Limits.Progress = Ignore;
  std::optional<ProgramRun> Run = readRun(runJobs(1, Work, Limits).front());
  Output.Text = contentsOf(Printed);
  ::close(Printed);
  Output.Problem = Run ? Run->Problem : "it has no main";
  if (Run)
    Output.Code = Run->Code;
  return Output;
}

} // namespace cudafix::cli
