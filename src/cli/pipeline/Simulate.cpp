// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Simulate.h"
#include "cli/pipeline/CostMaps.h"
#include "cli/pipeline/Details.h"
#include "cli/pipeline/Stages.h"
#include "host/Launches.h"
#include "model/Check.h"
#include "model/Metrics.h"
#include "sandbox/Sandbox.h"
#include "simulate/Simulate.h"
#include "verify/CodeFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include <map>

namespace cudafix::cli {
simulate::SimulationOptions simulationOptions(const Options &Opts) {
  simulate::SimulationOptions S;
  S.Given.Grid = Opts.Simulate.Grid;
  S.Given.Block = Opts.Simulate.Block;
  S.Given.Cluster = Opts.Simulate.Cluster;
  S.Given.SharedBytes = Opts.Simulate.SharedBytes;
  S.Given.Seed = S.Seed = Opts.Simulate.Seed;
  for (const std::string &A : Opts.Simulate.Arguments) {
    auto [Name, Value] = llvm::StringRef(A).split('=');
    S.Given.Arguments.push_back({Name.str(), Value.str()});
  }
  S.Schedules = Opts.Simulate.Schedules;
  S.Search = Opts.Simulate.Search;
  S.MaxAccesses = Opts.Simulate.MaxAccesses;
  S.Jobs = Opts.Jobs ? Opts.Jobs : llvm::get_cpus();
  return S;
}

namespace {

using llvm::StringRef;

/// At most so many launches of a kernel are run: in most programs, more are instances of one
/// launch.
constexpr size_t MaxLaunches = 4;

/// The limits, without one on time, which holds for the whole unit.
sandbox::Limits limitsOf(const Options &Opts) {
  sandbox::Limits L;
  L.Seconds = 24 * 60 * 60;
  L.Threads = 1 + simulationOptions(Opts).Jobs;
  return L;
}

Finding crashOf(const Kernel &K) {
  Finding F;
  F.Id = idOf(Check::Crash);
  F.Severity = Level::Error;
  F.How = Confidence::Confirmed;
  F.KernelName = K.Name;
  F.Loc = K.Loc;
  F.Message = "the simulation of kernel '" + K.Name + "' crashed";
  return F;
}

class UnitSimulation {
public:
  UnitSimulation(frontend::Program &P, const Options &Opts, UnitResult &Result,
                 const Progress &Waiting)
      : P(P), Opts(Opts), Unit(Result.Report), Result(Result), Waiting(Waiting) {}

  void run() {
    host::LaunchTable Table(P, Opts);
    for (frontend::KernelUnit &K : P.kernels()) {
      Waiting.Stage("simulating", K.Model.Name);
      std::vector<Launch> Launches = Table.of(K);
      KernelReport Report;
      Report.Name = K.Model.Name;
      Report.Loc = K.Model.Loc;
      if (Launches.size() > MaxLaunches)
        Launches.resize(MaxLaunches);
      for (const Launch &L : Launches)
        launch(K, L, Report);
      if (Waiting.Details)
        Result.Details.push_back(
            detailsOf(K.Model, *K.Solving, Launches, Report,
                      costMaps(K.Model, Launches, verify::codeFacts(K, P.deviceModule()))));
      Unit.Kernels.push_back(std::move(Report));
    }
    llvm::append_range(Unit.Diagnostics, Table.problems());
    report::mergeFindings(Unit.Findings);
  }

private:
  void launch(frontend::KernelUnit &K, const Launch &L, KernelReport &Report);
  void accept(const simulate::SimulationReport &R, KernelReport &Report);
  void fail(KernelReport &Report, std::string Why) {
    Report.Unknowns.push_back("not simulated: " + Why);
    Result.Unread = true;
  }

  frontend::Program &P;
  const Options &Opts;
  UnitReport &Unit;
  UnitResult &Result;
  const Progress &Waiting;
};

} // namespace

static std::string dimensions(const std::array<uint32_t, 3> &D) {
  return report::printTriple({D[0], D[1], D[2]});
}

/// Raises each value to the larger of the two.
static void raise(Cost &Most, const Cost &Of) {
  if (Most.empty())
    Most = Of;
  for (auto &&[A, B] : llvm::zip(Most, Of))
    A.second = std::max(A.second, B.second);
}

void UnitSimulation::accept(const simulate::SimulationReport &R, KernelReport &Report) {
  for (const Finding &F : R.Findings) {
    if (F.How == Confidence::Possible)
      continue;
    if (isRace(F.check()) && F.Severity == Level::Error)
      Report.Race = RaceVerdict::Racy;
    if (F.check() == Check::BarrierDivergence && F.Severity == Level::Error)
      Report.Divergence = DivergenceVerdict::Divergent;
  }
  llvm::append_range(Unit.Findings, R.Findings);
  for (const std::string &N : R.Notes)
    Unit.Diagnostics.push_back(Report.Name + ": " + N);
  llvm::append_range(Report.Measures, R.Measures);
  raise(Report.BusiestWarp, R.BusiestWarp);
  Result.Dump += R.Output;
  std::string Values;
  for (const auto &[Name, Value] : printedValues(R.Used))
    Values += ", " + Name + " = " + std::to_string(Value);
  Report.Unknowns.push_back(llvm::formatv("{0} schedules with block {1}, grid {2}{3} show bugs, "
                                          "not their absence",
                                          Opts.Simulate.Schedules, dimensions(R.Used.Block),
                                          dimensions(R.Used.Grid), Values)
                                .str());
}

void UnitSimulation::launch(frontend::KernelUnit &K, const Launch &L, KernelReport &Report) {
  Report.Printed.push_back(print(L, *K.Model.Ctx));
  // If the process ends here, its parent has this result.
  UnitResult Last = Result;
  Last.Report.Kernels.push_back(Report);
  Last.Report.Kernels.back().Unknowns.push_back("not simulated: it has not finished");
  Waiting.Known(Last);
  Timer T(Unit.Seconds.Detect);
  simulate::SimulationOptions How = simulationOptions(Opts);
  if (llvm::Error E = readFiles(How.Given))
    return fail(Report, llvm::toString(std::move(E)));
  auto Work = [&](sandbox::Send Send) {
    auto R = simulate::simulate(P.deviceModule(), K, L, How);
    if (R)
      accept(*R, Report);
    else
      fail(Report, llvm::toString(R.takeError()));
    Unit.Kernels = {Report};
    Send(pack(Result));
  };
  sandbox::Outcome Ran = sandbox::runConfined(Work, limitsOf(Opts));
  UnitResult Got;
  if (!Ran.Failure.empty() || !unpackRun(Ran.Bytes, Got) || Got.Report.Kernels.size() != 1) {
    if (Ran.Faulted)
      Unit.Findings.push_back(crashOf(K.Model));
    return fail(Report, Ran.Failure.empty() ? "it gave no result" : Ran.Failure);
  }
  Report = std::move(Got.Report.Kernels.front());
  Got.Report.Kernels = std::move(Unit.Kernels);
  Result = std::move(Got);
}

UnitResult simulate(const frontend::CompileCommand &Cmd, const Options &Opts,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting) {
  UnitResult Result;
  Waiting.Stage("parsing", "");
  llvm::Expected<std::unique_ptr<frontend::Program>> Parsed =
      frontend::Program::parse(Cmd, Opts, FS);
  if (!Parsed) {
    Result.Report.Reason = llvm::toString(Parsed.takeError());
    Waiting.Known(Result);
    return Result;
  }
  describe(**Parsed, Result);
  UnitSimulation(**Parsed, Opts, Result, Waiting).run();
  Waiting.Known(Result);
  return Result;
}

/// The measures of one line, in the order of the columns.
static std::string lineCosts(const std::vector<const Measure *> &Line) {
  using Column = std::pair<Counted, std::string>; // all kinds of accesses share a column
  std::map<Column, int64_t> Sum;
  auto IsAccess = [](Counted What) { return What != Counted::Branch && What != Counted::Steps; };
  for (const Measure *M : Line)
    for (const auto &[Name, Value] : M->Values)
      Sum[{IsAccess(M->What) ? Counted::Read : M->What, Name}] += Value;
  std::string Text;
  for (const Column &C : {Column(Counted::Read, metric::Requests),
                          {Counted::Read, metric::Lanes},
                          {Counted::Read, metric::Sectors},
                          {Counted::Read, metric::IdealSectors},
                          {Counted::Read, metric::Lines},
                          {Counted::Read, metric::AlignedLines},
                          {Counted::Read, metric::BankConflicts},
                          {Counted::Branch, metric::Divergent},
                          {Counted::Steps, metric::Steps}}) {
    auto At = Sum.find(C);
    Text +=
        llvm::formatv("{0,10}", At == Sum.end() ? std::string() : std::to_string(At->second)).str();
  }
  return Text;
}

void printListing(llvm::raw_ostream &OS, const report::RunReport &R,
                  llvm::function_ref<std::optional<StringRef>(StringRef File)> Source) {
  for (const KernelReport &K : R.Kernels) {
    std::map<std::pair<std::string, unsigned>, std::vector<const Measure *>> ByLine;
    for (const Measure &M : K.Measures)
      if (M.Loc.Line)
        ByLine[{M.Loc.File, M.Loc.Line}].push_back(&M);
    if (ByLine.empty())
      continue;
    OS << "\nkernel " << K.Name << '\n'
       << "  requests     lanes   sectors     ideal     lines   aligned conflicts divergent     "
          "steps\n";
    for (const auto &[Place, Line] : ByLine) {
      std::optional<StringRef> Text = Source(Place.first);
      llvm::SmallVector<StringRef> Lines;
      if (Text)
        Text->split(Lines, '\n');
      OS << lineCosts(Line) << llvm::formatv("  {0,5} | ", Place.second)
         << (Place.second <= Lines.size() ? Lines[Place.second - 1].rtrim() : "") << '\n';
    }
    OS << "the busiest warp: ";
    llvm::interleaveComma(K.BusiestWarp, OS,
                          [&](const auto &V) { OS << V.second << ' ' << V.first; });
    OS << '\n';
  }
}

} // namespace cudafix::cli
