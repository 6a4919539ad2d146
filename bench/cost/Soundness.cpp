// SPDX-License-Identifier: Apache-2.0
//
// Bounds against runs: kernels of the files are simulated with random parameters and dimensions,
// and what the simulator counts is held against the bounds' values.
//
//     build/bin/bench-cost --out=FILE [--mode=MODE] [--points=N] [--seed=N] [--jobs=N] FILES...
//
// Adds one JSON object for each kernel to FILE, one a line. MODE: `soundness`, points, ratios of
// bound and count, and each bound that was exceeded; `growth`, counts while one parameter grows;
// `coverage`, which metrics have a bound, why the others have none, and milliseconds.

#include "cli/pipeline/KernelCosts.h"
#include "cli/pipeline/Workers.h"
#include "cost/Print.h"
#include "host/Launches.h"
#include "simulate/input/Inputs.h"
#include "simulate/machine/Findings.h"
#include "verify/CodeFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <random>

using namespace cudafix;
namespace json = llvm::json;

static llvm::cl::list<std::string> Files(llvm::cl::Positional, llvm::cl::OneOrMore);
static llvm::cl::opt<std::string> Mode("mode", llvm::cl::init("soundness"));
static llvm::cl::list<std::string> Flags("flag", llvm::cl::desc("of the compiler, -IFOLDER"));
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
      : P(P), K(K), L(L), Code(verify::codeFacts(K, P.deviceModule())),
        Cost(K.Model, L, Code, /*ByLine=*/false), Random(Seed) {}
  json::Object run();
  json::Object grow();

private:
  simulate::InputOptions choose();
  bool chooseNumbers(simulate::InputOptions &In, llvm::function_ref<std::string()> Number);
  json::Object describe() const;
  bool compile();
  std::optional<simulate::SimulationResult> simulateOnce(const simulate::InputOptions &Options,
                                                         simulate::Inputs &Used);
  bool runOnce();
  json::Object growIn(SymbolId S);
  void compare(const simulate::Counters &Counted, const simulate::Inputs &In);
  void hold(cost::Metric M, cost::Scope S, int64_t Counted, const std::string &Point);
  int64_t pick(std::initializer_list<int64_t> From) { return From.begin()[Random() % From.size()]; }

  frontend::Program &P;
  frontend::KernelUnit &K;
  const Launch &L;
  cost::CodeFacts Code;
  cli::LaunchCost Cost;
  std::unique_ptr<simulate::CompiledKernel> Counting;
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

void KernelCheck::hold(cost::Metric M, cost::Scope S, int64_t Counted, const std::string &Point) {
  auto Value = Cost.valueOf(M, S);
  if (!Value) {
    Problem = llvm::toString(Value.takeError());
    return;
  }
  if (!*Value)
    return;
  ++Held;
  std::string Name = (nameOf(M) + "." + nameOf(S)).str();
  if (**Value < Counted)
    Exceeded.push_back(json::Object{{"metric", nameOf(M).str()},
                                    {"scope", nameOf(S).str()},
                                    {"bound", **Value},
                                    {"counted", Counted},
                                    {"at", json::fixUTF8(Point)}});
  else
    Ratios[Name].push_back(**Value > 0 ? double(**Value) / std::max<int64_t>(Counted, 1) : 1);
}

void KernelCheck::compare(const simulate::Counters &Counted, const simulate::Inputs &In) {
  std::vector<cli::GivenValue> Values;
  std::string Point;
  for (const auto &[Name, Value] : In.Values)
    if (!llvm::StringRef(Name).contains("Dim."))
      Values.push_back({Name, Value});
  for (unsigned D = 0; D < 3; ++D) {
    std::string Axis(1, "xyz"[D]);
    Values.push_back({"blockDim." + Axis, In.Block[D]});
    Values.push_back({"gridDim." + Axis, In.Grid[D]});
  }
  for (const cli::GivenValue &V : Values)
    Point += V.Name + "=" + std::to_string(V.Value) + " ";
  if (llvm::Error E = Cost.evaluateAt(Values)) {
    Problem = llvm::toString(std::move(E));
    return;
  }
  simulate::SiteCounters Sum;
  for (const simulate::SiteCounters &Site : Counted.BySite)
    Sum.add(Site);
  for (auto [M, Of] : {std::pair(cost::Metric::Sectors, &simulate::SiteCounters::Sectors),
                       {cost::Metric::Conflicts, &simulate::SiteCounters::Conflicts},
                       {cost::Metric::Divergent, &simulate::SiteCounters::Divergent},
                       {cost::Metric::Steps, &simulate::SiteCounters::Steps}}) {
    hold(M, cost::Scope::Grid, Sum.*Of, Point);
    if (In.Grid == std::array<uint32_t, 3>{1, 1, 1})
      hold(M, cost::Scope::Block, Sum.*Of, Point);
    hold(M, cost::Scope::Warp, Counted.BusiestWarp.*Of, Point);
  }
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

/// Nothing: these inputs cannot be run, or the kernel does what has no cost.
std::optional<simulate::SimulationResult>
KernelCheck::simulateOnce(const simulate::InputOptions &Options, simulate::Inputs &Used) {
  llvm::Expected<simulate::Inputs> In = planInputs(K.Model, L, *Counting, Options);
  if (!In) {
    Problem = llvm::toString(In.takeError());
    return std::nullopt;
  }
  Used = std::move(*In);
  simulate::Configuration C;
  C.Grid = Used.Grid;
  C.Block = Used.Block;
  C.DynamicShared = Used.DynamicShared;
  C.MaxAccesses = MaxAccesses;
  C.Plan = simulate::scheduleOf(0, Seed);
  if (Counting->UsesGridBarrier)
    C.MaxResident = UINT64_MAX;
  simulate::LoadedInputs Loaded(Used, *Counting, C);
  simulate::Machine M(*Counting, Loaded.memory(), C);
  simulate::SimulationResult R = M.run(Loaded.arguments());
  // What a kernel does behind the end of an array or of its time says nothing.
  for (const Finding &F : toFindings(R.Events, *Counting, K, simulate::witnessOf(Used)))
    for (llvm::StringRef Id : {"out-of-bounds", "no-progress", "deadlock", "barrier-divergence",
                               "trap", "assertion", "misaligned-address", "not-supported"})
      if (F.Id == Id) {
        Problem = F.Id;
        return std::nullopt;
      }
  return R;
}

bool KernelCheck::runOnce() {
  simulate::Inputs Used;
  auto R = simulateOnce(choose(), Used);
  if (!R)
    return false;
  ++Ran;
  compare(R->Counted, Used);
  return true;
}

bool KernelCheck::compile() {
  auto Compiled =
      simulate::CompiledKernel::compile(P.deviceModule(), K.Model.MangledName, {/*Counters=*/true});
  if (!Compiled)
    Problem = llvm::toString(Compiled.takeError());
  else
    Counting = std::move(*Compiled);
  return Counting != nullptr;
}

json::Object KernelCheck::describe() const {
  return json::Object{{"kernel", json::fixUTF8(K.Model.Name)},
                      {"file", K.Model.Loc.File},
                      {"line", K.Model.Loc.Line},
                      {"data", controlDependsOnData(K.Model)},
                      {"problem", json::fixUTF8(Problem)}};
}

json::Object KernelCheck::run() {
  unsigned Failures = 0;
  if (compile())
    while (Ran < Points && Failures < MaxFailures)
      Failures += !runOnce();
  json::Object Ratio;
  for (auto &[Name, All] : Ratios) {
    json::Array A;
    for (double X : All)
      A.push_back(X);
    Ratio[Name] = std::move(A);
  }
  json::Object R = describe();
  R["points"] = Ran;
  R["held"] = Held;
  R["exceeded"] = std::move(Exceeded);
  R["ratios"] = std::move(Ratio);
  return R;
}

/// Steps of the grid at sizes of one parameter, all else fixed, and how the formula grows in it.
json::Object KernelCheck::growIn(SymbolId S) {
  constexpr int64_t Sizes[] = {96, 192, 384, 768, 1536, 3072}, Other = 64;
  ExprContext &C = *K.Model.Ctx;
  json::Array Counts;
  json::Object R;
  for (int64_t Size : Sizes) {
    simulate::InputOptions In = choose();
    In.Arguments.clear();
    std::vector<cli::GivenValue> Values;
    auto Give = [&](const std::string &Name, SymbolId Of) {
      int64_t Value = Of == S ? Size : Other;
      In.Arguments.push_back({Name, std::to_string(Value)});
      if (Of != S)
        Values.push_back({Name, Value});
    };
    for (const Kernel::Param &Q : K.Model.Params) {
      if (!Q.Pointer && Q.Symbol != NoId)
        Give(Q.Name, Q.Symbol);
      for (const Kernel::Param::Field &F : Q.Fields)
        Give(C.symbol(F.Symbol).Name, F.Symbol);
    }
    bool Plane = K.Model.UsesDim[1];
    if (In.Block)
      In.Block = std::array<uint32_t, 3>{Plane ? 16u : 64u, Plane ? 4u : 1u, 1u};
    if (In.Grid)
      In.Grid = std::array<uint32_t, 3>{2, 1, 1};
    simulate::Inputs Used;
    auto Ran = simulateOnce(In, Used);
    if (!Ran)
      return R;
    simulate::SiteCounters Sum;
    for (const simulate::SiteCounters &Site : Ran->Counted.BySite)
      Sum.add(Site);
    Counts.push_back(json::Array{Size, int64_t(Sum.Steps)});
    if (R.empty()) {
      for (unsigned D = 0; D < 3; ++D) {
        std::string Axis(1, "xyz"[D]);
        Values.push_back({"blockDim." + Axis, Used.Block[D]});
        if (In.Grid)
          Values.push_back({"gridDim." + Axis, Used.Grid[D]});
      }
      if (llvm::Error E = Cost.evaluateAt(Values)) {
        Problem = llvm::toString(std::move(E));
        return {};
      }
      const cost::Bound &B = Cost.fixed().of(cost::Metric::Steps, cost::Scope::Grid);
      // Dimensions that the launch computes from the parameter say no more how the whole grows.
      if (!B.Upper || Cost.fixed().All->symbols(*B.Upper) != std::set<SymbolId>{S})
        return {};
      int Power = 0, Logarithm = 0;
      cost::Printer Printer(*Cost.fixed().All, C);
      for (const cost::Growth &G : Printer.growth(*B.Upper)) {
        auto Of = [&](const std::map<SymbolId, int> &M) {
          auto At = M.find(S);
          return At == M.end() ? 0 : At->second;
        };
        if (std::pair(Of(G.Powers), Of(G.Logarithms)) > std::pair(Power, Logarithm)) {
          Power = Of(G.Powers);
          Logarithm = Of(G.Logarithms);
        }
      }
      R = describe();
      R["parameter"] = C.symbol(S).Name;
      R["formula"] = Printer.print(*B.Upper);
      R["power"] = Power;
      R["logarithm"] = Logarithm;
    }
  }
  R["counts"] = std::move(Counts);
  return R;
}

json::Object KernelCheck::grow() {
  json::Object None;
  const cost::Bound &B = Cost.general().of(cost::Metric::Steps, cost::Scope::Warp);
  if (!B.Upper || controlDependsOnData(K.Model) || !compile())
    return None;
  for (SymbolId S : Cost.general().All->symbols(*B.Upper))
    if (K.Model.Ctx->symbol(S).Kind == SymbolKind::Parameter)
      if (json::Object R = growIn(S); R.getArray("counts"))
        return R;
  return None;
}

/// Which metrics have a bound.
static json::Object cover(frontend::Program &P, frontend::KernelUnit &K, const Launch &L) {
  auto Start = std::chrono::steady_clock::now();
  cost::KernelCost Of =
      cost::computeCost(K.Model, L, verify::codeFacts(K, P.deviceModule()), /*ByLine=*/false);
  std::chrono::duration<double, std::milli> Took = std::chrono::steady_clock::now() - Start;
  json::Object Why;
  for (unsigned M = 0; M < cost::NumMetrics; ++M)
    if (const cost::Bound &B = Of.of(cost::Metric(M), cost::Scope::Grid); !B.Upper)
      Why[nameOf(cost::Metric(M))] = json::fixUTF8(B.Why);
  return json::Object{{"kernel", json::fixUTF8(K.Model.Name)},
                      {"file", K.Model.Loc.File},
                      {"line", K.Model.Loc.Line},
                      {"milliseconds", Took.count()},
                      {"without", std::move(Why)}};
}

/// Writes what is known after each kernel: a crash loses no more than the rest.
static void checkFile(const std::string &File) {
  Options Opts;
  Opts.NoToolkit = true;
  frontend::CompileCommand Cmd;
  Cmd.File = File;
  Cmd.Args = Flags;
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
    auto Of = [&] {
      if (Mode == "coverage")
        return cover(**P, K, Launches.front());
      KernelCheck Check(**P, K, Launches.front());
      return Mode == "growth" ? Check.grow() : Check.run();
    };
    json::Object R = Of();
    if (R.empty())
      continue;
    std::string Line = llvm::formatv("{0}\n", json::Value(std::move(R))).str();
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
