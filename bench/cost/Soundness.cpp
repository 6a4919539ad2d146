// SPDX-License-Identifier: Apache-2.0
//
// Bounds against runs: kernels of the files are simulated with random parameters and dimensions,
// and what the simulator counts is held against the bounds' values.
//
//     build/bin/bench-cost --out=FILE [--points=N] [--seed=N] [--jobs=N] FILES...
//
// Adds one JSON object for each kernel to FILE, one a line: points, ratios of bound and count,
// and each bound that was exceeded.

#include "cli/KernelCosts.h"
#include "cli/Workers.h"
#include "host/Launches.h"
#include "simulate/Simulate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <random>

using namespace cudafix;
namespace json = llvm::json;

static llvm::cl::list<std::string> Files(llvm::cl::Positional, llvm::cl::OneOrMore);
static llvm::cl::opt<unsigned> Points("points", llvm::cl::init(60));
static llvm::cl::opt<unsigned> Seed("seed", llvm::cl::init(1));
static llvm::cl::opt<unsigned> Jobs("jobs", llvm::cl::init(2));
static llvm::cl::opt<std::string> Only("kernel");
static llvm::cl::opt<std::string> Out("out", llvm::cl::Required);

namespace {

constexpr uint64_t MaxAccesses = 1'000'000;
constexpr unsigned MaxFailures = 20, MaxTries = 200;

class KernelCheck {
public:
  KernelCheck(frontend::Program &P, frontend::KernelUnit &K, const Launch &L)
      : P(P), K(K), L(L), Code(cli::codeFacts(K, P.deviceModule())), Random(Seed) {}
  json::Object run();

private:
  simulate::InputOptions choose();
  bool chooseNumbers(simulate::InputOptions &In, llvm::function_ref<std::string()> Number);
  void compare(const simulate::SimulationReport &R);
  void hold(llvm::StringRef Metric, llvm::StringRef Scope, int64_t Counted,
            const json::Object &Report, const std::string &Point);
  int64_t pick(std::initializer_list<int64_t> From) { return From.begin()[Random() % From.size()]; }

  frontend::Program &P;
  frontend::KernelUnit &K;
  const Launch &L;
  cost::CodeFacts Code;
  std::mt19937_64 Random;
  unsigned Ran = 0, Held = 0;
  json::Array Exceeded;
  std::map<std::string, std::vector<double>> Ratios;
  std::string Problem;
};

} // namespace

/// Dimensions and integer parameters; floating point numbers and contents are made up.
simulate::InputOptions KernelCheck::choose() {
  simulate::InputOptions In;
  In.Seed = Random();
  In.GuessedExtent = 1u << 20;
  In.GuessedElements = 1u << 16;
  bool OpenBlock = llvm::any_of(L.Block, [](Expr E) { return !E; });
  bool OpenGrid = llvm::any_of(L.Grid, [](Expr E) { return !E; });
  std::array<uint32_t, 3> Block{1, 1, 1}, Grid{1, 1, 1};
  bool Plane = K.Model.UsesDim[1], Cube = K.Model.UsesDim[2];
  Block[0] = Plane ? pick({32, 16, 8, 4, 64, 20, 5})
                   : pick({32, 64, 128, 256, 512, 1024, 48, 100, 33, 16, 1});
  if (Plane)
    Block[1] = pick({1, 2, 4, 8, 16, 3, 7});
  if (Cube)
    Block[2] = pick({1, 2, 3});
  for (unsigned D = 0; D < 3; ++D)
    if (D == 0 || K.Model.UsesGridDim[D])
      Grid[D] = pick({1, 2, 3, 4, 7});
  auto Constant = [](Expr E, uint32_t &To) {
    if (E && E->isConst())
      To = E->value();
  };
  for (unsigned D = 0; D < 3; ++D) {
    Constant(L.Block[D], Block[D]);
    Constant(L.Grid[D], Grid[D]);
  }
  if (OpenBlock && Block[0] * Block[1] * Block[2] <= K.Model.MaxThreads)
    In.Block = Block;
  if (OpenGrid)
    In.Grid = Grid;
  auto Number = [&] {
    return std::to_string(pick({0,   1,   2,   3,   5,   8,   16,  31,  32,   33,   64,
                                100, 128, 200, 256, 257, 400, 512, 777, 1000, 1024, 2048}));
  };
  for (unsigned Try = 0; Try < MaxTries && !chooseNumbers(In, Number); ++Try)
    In.Arguments.clear();
  return In;
}

/// False: what host code says of the launch forbids the numbers.
bool KernelCheck::chooseNumbers(simulate::InputOptions &In,
                                llvm::function_ref<std::string()> Number) {
  std::map<SymbolId, uint64_t> Values;
  ExprContext &C = *K.Model.Ctx;
  auto Note = [&](SymbolId S) { Values[S] = std::stoull(In.Arguments.back().Value); };
  for (unsigned D = 0; D < 3; ++D) {
    if (In.Block)
      Values[C.blockDim(D)->symbol()] = (*In.Block)[D];
    if (In.Grid)
      Values[C.gridDim(D)->symbol()] = (*In.Grid)[D];
  }
  for (const Kernel::Param &Q : K.Model.Params) {
    if (!Q.Pointer && Q.Symbol != NoId)
      In.Arguments.push_back({Q.Name, Number()}), Note(Q.Symbol);
    for (const Kernel::Param::Field &F : Q.Fields)
      In.Arguments.push_back({C.symbol(F.Symbol).Name, Number()}), Note(F.Symbol);
  }
  return llvm::all_of(L.Facts, [&](const Fact &F) {
    auto Holds = C.evaluate(F.Cond, [&](Expr E, llvm::ArrayRef<uint64_t>) {
      auto At = E->args().empty() ? Values.find(E->symbol()) : Values.end();
      return At == Values.end() ? std::optional<uint64_t>() : At->second;
    });
    return Holds.value_or(1) != 0;
  });
}

void KernelCheck::hold(llvm::StringRef Metric, llvm::StringRef Scope, int64_t Counted,
                       const json::Object &Report, const std::string &Point) {
  const json::Object *B = Report.getObject("metrics")->getObject(Metric)->getObject(Scope);
  auto Value = B->getInteger("value");
  if (!Value)
    return;
  ++Held;
  if (*Value < Counted)
    Exceeded.push_back(json::Object{{"metric", Metric.str()},
                                    {"scope", Scope.str()},
                                    {"bound", *Value},
                                    {"counted", Counted},
                                    {"formula", B->getString("upper")->str()},
                                    {"at", json::fixUTF8(Point)}});
  else if (*Value > 0 || Counted > 0)
    Ratios[(Metric + "." + Scope).str()].push_back(double(*Value) / std::max<int64_t>(Counted, 1));
  else
    Ratios[(Metric + "." + Scope).str()].push_back(1);
}

void KernelCheck::compare(const simulate::SimulationReport &R) {
  std::vector<cli::GivenValue> Values;
  std::string Point;
  for (const auto &[Name, Value] : R.Used.Values)
    if (!llvm::StringRef(Name).contains("Dim."))
      Values.push_back({Name, Value});
  for (unsigned D = 0; D < 3; ++D) {
    std::string Axis(1, "xyz"[D]);
    Values.push_back({"blockDim." + Axis, R.Used.Block[D]});
    Values.push_back({"gridDim." + Axis, R.Used.Grid[D]});
  }
  for (const cli::GivenValue &V : Values)
    Point += V.Name + "=" + std::to_string(V.Value) + " ";
  auto Report = cli::kernelCost(K.Model, L, Code, Values);
  if (!Report) {
    Problem = llvm::toString(Report.takeError());
    return;
  }
  std::map<std::string, int64_t> Sum;
  for (const Measure &M : R.Measures)
    for (const auto &[Name, Value] : M.Values)
      Sum[Name] += Value;
  for (llvm::StringRef Metric : {"sectors", "bank_conflicts", "divergent", "steps"}) {
    hold(Metric, "grid", Sum[Metric.str()], *Report, Point);
    if (R.Used.Grid == std::array<uint32_t, 3>{1, 1, 1})
      hold(Metric, "block", Sum[Metric.str()], *Report, Point);
  }
  for (const auto &[Name, Value] : R.BusiestWarp)
    hold(Name, "warp", Value, *Report, Point);
}

/// Do values that threads load, or that are not followed, decide what the kernel runs?
static bool controlDependsOnData(const Kernel &K) {
  bool Data = false;
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      if (E.Cond)
        ExprContext::visit(E.Cond, [&](Expr T) {
          if (T->op() == Op::Apply) {
            SymbolKind Kind = K.Ctx->symbol(T->symbol()).Kind;
            Data |= Kind == SymbolKind::Load || Kind == SymbolKind::Opaque;
          }
        });
  return Data;
}

json::Object KernelCheck::run() {
  simulate::SimulationOptions How;
  How.Schedules = 1;
  How.MaxAccesses = MaxAccesses;
  unsigned Failures = 0;
  while (Ran < Points && Failures < MaxFailures) {
    How.Given = choose();
    auto R = simulate::simulate(P.deviceModule(), K, L, How);
    if (!R) {
      Problem = llvm::toString(R.takeError());
      ++Failures;
      continue;
    }
    // What a kernel does behind the end of an array or of its time says nothing.
    auto Broken = llvm::find_if(R->Findings, [](const Finding &F) {
      return F.Id == "out-of-bounds" || F.Id == "no-progress" || F.Id == "deadlock" ||
             F.Id == "barrier-divergence" || F.Id == "trap" || F.Id == "assertion" ||
             F.Id == "misaligned-address" || F.Id == "not-supported";
    });
    if (Broken != R->Findings.end()) {
      Problem = Broken->Id;
      ++Failures;
      continue;
    }
    ++Ran;
    compare(*R);
  }
  json::Object Ratio;
  for (auto &[Name, All] : Ratios) {
    json::Array A;
    for (double X : All)
      A.push_back(X);
    Ratio[Name] = std::move(A);
  }
  return json::Object{{"kernel", json::fixUTF8(K.Model.Name)},
                      {"file", K.Model.Loc.File},
                      {"line", K.Model.Loc.Line},
                      {"points", Ran},
                      {"held", Held},
                      {"data", controlDependsOnData(K.Model)},
                      {"problem", json::fixUTF8(Problem)},
                      {"exceeded", std::move(Exceeded)},
                      {"ratios", std::move(Ratio)}};
}

/// Writes what is known after each kernel: a crash loses no more than the rest.
static void checkFile(const std::string &File) {
  Options Opts;
  Opts.NoToolkit = true;
  frontend::CompileCommand Cmd;
  Cmd.File = File;
  Cmd.Directory = llvm::sys::path::parent_path(File).str();
  auto P = frontend::Program::parse(Cmd, Opts);
  if (!P) {
    llvm::consumeError(P.takeError());
    return;
  }
  host::LaunchTable Table(**P, Opts);
  for (frontend::KernelUnit &K : (*P)->kernels()) {
    if (!Only.empty() && K.Model.Name != Only)
      continue;
    std::vector<Launch> Launches = Table.of(K);
    if (Launches.empty())
      continue;
    std::string Line =
        llvm::formatv("{0}\n", json::Value(KernelCheck(**P, K, Launches.front()).run())).str();
    std::ofstream(Out, std::ios::app) << Line << std::flush;
  }
}

int main(int Argc, char **Argv) {
  llvm::cl::ParseCommandLineOptions(Argc, Argv);
  auto Work = [&](size_t I, cli::Emit Send) {
    checkFile(Files[I]);
    Send("done");
  };
  cli::WorkerOptions How;
  How.Jobs = Jobs;
  How.TimeoutSeconds = 60;
  auto Ignore = [](size_t) {};
  How.Progress = Ignore;
  std::vector<cli::JobResult> All = cli::runJobs(Files.size(), Work, How);
  for (size_t I = 0; I < All.size(); ++I)
    if (!All[I].Failure.empty())
      llvm::errs() << Files[I] << ": " << All[I].Failure << '\n';
  return 0;
}
