// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/CompareKernels.h"
#include "cli/commands/Run.h"
#include "cli/pipeline/Simulate.h"
#include "cli/pipeline/WorkerRights.h"
#include "cli/session/Session.h"
#include "cli/session/Validate.h"
#include "host/Launches.h"
#include "sandbox/Sandbox.h"
#include "simulate/Equivalence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;
namespace json = llvm::json;

/// One side of the comparison. If the same file is given twice, the sides are the first two kernels
/// in it that match.
struct Side {
  const Unit *Of;
  unsigned Nth; ///< index among the kernels that match
};

class KernelComparison {
public:
  KernelComparison(const CommandLine &Line, std::vector<Unit> Units)
      : Line(Line), S(Line, std::move(Units), std::nullopt, Selection()) {}
  int run();

private:
  llvm::Error chooseKernels();
  json::Value results();
  void printText(const json::Object &All) const;
  json::Object describe(unsigned I, const json::Object &Results) const;
  StringRef verdict(const json::Object &Results) const;

  const CommandLine &Line;
  Session S;
  report::RunReport R;
  Side Sides[2] = {};
  const KernelReport *Kernels[2] = {};
};

} // namespace

/// Chooses one kernel of each file, or two of one file.
llvm::Error KernelComparison::chooseKernels() {
  llvm::ArrayRef<Unit> Units = S.units();
  for (unsigned I : {0, 1}) {
    Sides[I] = {&Units[Units.size() == 1 ? 0 : I], Units.size() == 1 ? I : 0};
    std::vector<const KernelReport *> Found;
    for (const KernelReport &K : R.Kernels)
      if (K.Loc.File == Sides[I].Of->File)
        Found.push_back(&K);
    size_t Wanted = Units.size() == 1 ? 2 : 1;
    if (Found.size() == Wanted) {
      Kernels[I] = Found[Sides[I].Nth];
      continue;
    }
    std::string Names;
    for (const KernelReport *K : Found)
      Names += (Names.empty() ? ": " : ", ") + K->Name;
    return llvm::createStringError(displayPath(Sides[I].Of->File) + ": --kernel names " +
                                   std::to_string(Found.size()) + " kernels, not " +
                                   std::to_string(Wanted) + Names);
  }
  return llvm::Error::success();
}

static json::Object costObject(const Cost &C) {
  json::Object O;
  for (const auto &[Name, Value] : C)
    O[Name] = Value;
  return O;
}

static json::Value toJson(const simulate::Equivalence &E) {
  return json::Object{{"inputs", E.Ran},
                      {"same", E.Same},
                      {"difference", json::fixUTF8(E.Difference)},
                      {"largest_error", E.LargestError},
                      {"problem", json::fixUTF8(E.Problem)},
                      {"raced", json::Array{E.Raced[0], E.Raced[1]}},
                      {"costs", json::Array{costObject(E.Costs[0]), costObject(E.Costs[1])}}};
}

static json::Value failed(const llvm::Twine &Why) {
  simulate::Equivalence E;
  E.Problem = Why.str();
  return toJson(E);
}

namespace {

/// A parsed file and the kernel to compare.
struct ParsedKernel {
  std::unique_ptr<frontend::Program> P;
  frontend::KernelUnit *K = nullptr;
  std::vector<Launch> Launches;
};

} // namespace

static llvm::Expected<ParsedKernel> parse(const Unit &U, StringRef Name,
                                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  auto Parsed = frontend::Program::parse(U.Cmd, U.Opts, FS);
  if (!Parsed)
    return Parsed.takeError();
  ParsedKernel R;
  R.P = std::move(*Parsed);
  for (frontend::KernelUnit &K : R.P->kernels())
    if (K.Model.Name == Name)
      R.K = &K;
  if (!R.K)
    return llvm::createStringError(U.File + ": kernel '" + Name + "' could not be read");
  R.Launches = host::LaunchTable(*R.P, U.Opts).of(*R.K);
  return R;
}

/// Parses both files in a child process, which runs both kernels in a confined child of its own.
json::Value KernelComparison::results() {
  auto FS = S.Sources.fileSystem();
  simulate::EquivalenceOptions How;
  How.Given = simulationOptions(Line.Opts).Given;
  How.Trials = Line.Trials;
  How.Tolerance = Line.Tolerance;
  auto Work = [&](size_t, Emit Send) {
    auto Print = [](const json::Value &V) { return llvm::formatv("{0}", V).str(); };
    std::vector<ParsedKernel> Both;
    for (unsigned I : {0, 1}) {
      llvm::Expected<ParsedKernel> P = parse(*Sides[I].Of, Kernels[I]->Name, FS);
      if (!P)
        return Send(Print(failed(llvm::toString(P.takeError()))));
      Both.push_back(std::move(*P));
    }
    if (llvm::Error E = readFiles(How.Given))
      return Send(Print(failed(llvm::toString(std::move(E)))));
    auto Compare = [&](sandbox::Send Give) {
      auto Of = [](const ParsedKernel &P) {
        return simulate::Candidate{P.P->deviceModule(), *P.K, P.Launches};
      };
      Give(Print(toJson(simulate::compareKernels(Of(Both[0]), Of(Both[1]), How))));
    };
    sandbox::Limits Limits;
    Limits.Seconds = Line.UnitTimeout;
    Limits.Threads = 2;
    sandbox::Outcome Ran = sandbox::runConfined(Compare, Limits);
    Send(Ran.Failure.empty() ? Ran.Bytes : Print(failed(Ran.Failure)));
  };
  WorkerOptions Opts;
  Opts.TimeoutSeconds = Line.UnitTimeout;
  Opts.Kept = workerRights(Line.Opts);
  auto Ignore = [](size_t) {};
  Opts.Progress = Ignore;
  JobResult Job = std::move(runJobs(1, Work, Opts).front());
  llvm::Expected<json::Value> V = json::parse(Job.Bytes);
  if (V && V->getAsObject() && V->getAsObject()->getString("difference"))
    return std::move(*V);
  if (!V)
    llvm::consumeError(V.takeError());
  return failed(Job.Failure.empty() ? "the comparison gave no result" : Job.Failure);
}

json::Object KernelComparison::describe(unsigned I, const json::Object &Results) const {
  const KernelReport &K = *Kernels[I];
  json::Object O{{"file", displayPath(K.Loc.File)},
                 {"line", K.Loc.Line},
                 {"name", K.Name},
                 {"race", toString(K.Race)},
                 {"barrier-divergence", toString(K.Divergence)}};
  if (const json::Array *Costs = Results.getArray("costs"); Costs && I < Costs->size())
    O["cost"] = (*Costs)[I];
  return O;
}

/// Returns "same" if all inputs gave equal results and the second kernel is proved free of bugs,
/// else "different", "buggy" or "undecided".
StringRef KernelComparison::verdict(const json::Object &Results) const {
  if (!Results.getString("difference").value_or("").empty())
    return "different";
  const KernelReport &K = *Kernels[1];
  const json::Array *Raced = Results.getArray("raced");
  if (K.Race == RaceVerdict::Racy || K.Divergence == DivergenceVerdict::Divergent ||
      (Raced && Raced->size() == 2 && (*Raced)[1].getAsBoolean().value_or(false)))
    return "buggy";
  if (Results.getInteger("inputs").value_or(0) == 0 || K.Race == RaceVerdict::Unknown ||
      K.Divergence == DivergenceVerdict::Unknown)
    return "undecided";
  return "same";
}

void KernelComparison::printText(const json::Object &All) const {
  const json::Object &Of = *All.getObject("results");
  for (unsigned I : {0, 1}) {
    const KernelReport &K = *Kernels[I];
    llvm::outs() << (I ? "second: " : "first:  ") << displayPath(K.Loc.File) << ':' << K.Loc.Line
                 << ": " << K.Name << ": races " << toString(K.Race) << ", barrier divergence "
                 << toString(K.Divergence) << '\n';
  }
  int64_t Ran = Of.getInteger("inputs").value_or(0), Same = Of.getInteger("same").value_or(0);
  llvm::outs() << "results: the same for " << Same << " of " << Ran << " inputs";
  if (double Error = Of.getNumber("largest_error").value_or(0))
    llvm::outs() << llvm::formatv(", largest relative error {0:E2}", Error);
  llvm::outs() << '\n';
  for (const char *Key : {"difference", "problem"})
    if (StringRef Text = Of.getString(Key).value_or(""); !Text.empty())
      llvm::outs() << "  " << (Key == StringRef("problem") ? "not run: " : "") << Text << '\n';
  const json::Array *Costs = Of.getArray("costs");
  std::map<StringRef, std::array<int64_t, 2>> ByName;
  for (unsigned I : {0, 1})
    for (const auto &[Name, Value] : *(*Costs)[I].getAsObject())
      ByName[StringRef(Name)][I] = Value.getAsInteger().value_or(0);
  for (const auto &[Name, Value] : ByName)
    llvm::outs() << "cost: " << Name << ' ' << Value[0] << " -> " << Value[1] << '\n';
  llvm::outs() << "verdict: " << *All.getString("verdict") << '\n';
}

int KernelComparison::run() {
  S.analyseAll();
  R = S.report();
  for (const UnitReport &U : R.Units)
    if (U.Status == UnitStatus::Failed) {
      llvm::WithColor::error(llvm::errs(), "cuda-fix") << U.File << ": " << U.Reason << '\n';
      return NotAnalysed;
    }
  if (llvm::Error E = chooseKernels()) {
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
    return BadUsage;
  }
  json::Value Results = results();
  const json::Object &Of = *Results.getAsObject();
  json::Object All{{"version", 1},
                   {"tool", "cuda-fix " CUDAFIX_VERSION},
                   {"verdict", verdict(Of)},
                   {"tolerance", Line.Tolerance},
                   {"kernels", json::Array{describe(0, Of), describe(1, Of)}},
                   {"results", Results}};
  StringRef Verdict = verdict(Of);
  if (!Line.Opts.Outputs.empty())
    llvm::outs() << llvm::formatv("{0:2}", json::Value(std::move(All))) << '\n';
  else
    printText(All);
  if (Verdict == "undecided")
    return NotAnalysed;
  return Verdict == "same" ? Clean : FindingsRemain;
}

int runComparison(const CommandLine &Line, llvm::ArrayRef<std::string> Args) {
  auto Fail = [](llvm::Error E) {
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
    return BadUsage;
  };
  if (llvm::Error E = validate(Line))
    return Fail(std::move(E));
  for (const OutputOption &O : Line.Opts.Outputs)
    if (O.Format != "json" || !O.File.empty())
      return Fail(llvm::createStringError("compare prints text, or JSON with --format=json"));
  if (Line.WithoutSandbox)
    sandbox::forbid();
  if (!sandbox::available())
    return Fail(llvm::createStringError("this system has no seccomp filters to confine the code of "
                                        "kernels; nothing is compared"));
  llvm::Expected<std::vector<Unit>> Units = listUnits(Line, Args);
  if (!Units)
    return Fail(Units.takeError());
  for (Unit &U : *Units)
    U.Opts.NoRepair = true;
  return KernelComparison(Line, std::move(*Units)).run();
}

} // namespace cudafix::cli
