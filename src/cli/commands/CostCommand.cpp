// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/CostCommand.h"
#include "cli/commands/Run.h"
#include "cli/input/GitState.h"
#include "cli/pipeline/KernelCosts.h"
#include "cli/pipeline/WorkerRights.h"
#include "cli/session/Session.h"
#include "cli/session/Validate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"

namespace cudafix::cli {
namespace {

using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;

/// The costs of the units' kernels, or their changes, and the files that could not be read.
struct Costs {
  json::Array Kernels, Changes;
  std::vector<std::string> Problems; ///< files that could not be read
};

} // namespace

static int fail(Error E) {
  llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
  return BadUsage;
}

/// Returns {"kernels": [...]}, or {"problem": "..."}, with "usage" if the user's values are wrong.
static json::Object costOf(const Unit &U, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                           llvm::ArrayRef<GivenValue> Values) {
  auto P = frontend::Program::parse(U.Cmd, U.Opts, FS);
  if (!P)
    return json::Object{{"problem", json::fixUTF8(llvm::toString(P.takeError()))}};
  auto Kernels = kernelCosts(**P, U.Opts, Values);
  if (!Kernels)
    return json::Object{{"problem", json::fixUTF8(llvm::toString(Kernels.takeError()))},
                        {"usage", true}};
  json::Array Unread;
  for (const frontend::UnreadKernel &K : (*P)->unreadKernels())
    Unread.push_back(K.Name);
  return json::Object{{"kernels", std::move(*Kernels)}, {"unread", std::move(Unread)}};
}

/// The files before the change: from the revision, or from the file that --before names.
static llvm::Expected<Files> before(const CommandLine &Line, const Unit &U, Unit &Old) {
  Files Then;
  if (!Line.Before.empty()) {
    Old.File = Old.Cmd.File = absolutePath(Line.Before);
    return Then;
  }
  for (const std::string &Changed : changedSince(U.File, Line.Opts.Since))
    if (auto Text = textAtRevision(Changed, Line.Opts.Since))
      Then.change(Changed, std::move(*Text));
  return Then;
}

/// {"changes": [...]}, or {"problem": "..."}.
static json::Object changesOf(const CommandLine &Line, const Unit &U,
                              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  auto Fail = [](Error E) {
    return json::Object{{"problem", json::fixUTF8(llvm::toString(std::move(E)))}};
  };
  Unit Old = U;
  auto Then = before(Line, U, Old);
  if (!Then)
    return Fail(Then.takeError());
  // A file that is not in the revision is new: nothing changed in it.
  if (Line.Before.empty() && !textAtRevision(U.File, Line.Opts.Since))
    return json::Object{{"changes", json::Array()}};
  auto After = frontend::Program::parse(U.Cmd, U.Opts, FS);
  if (!After)
    return Fail(After.takeError());
  auto Before = frontend::Program::parse(Old.Cmd, Old.Opts, Then->fileSystem());
  if (!Before)
    return Fail(Before.takeError());
  return json::Object{{"changes", costChanges(**Before, **After, U.Opts, Line.GrowthLimit)}};
}

/// Shortens all paths in the value to the form that users read.
static void shortenPaths(json::Value &V) {
  if (json::Array *All = V.getAsArray())
    llvm::for_each(*All, shortenPaths);
  json::Object *O = V.getAsObject();
  if (!O)
    return;
  for (auto &[Key, Of] : *O)
    if (std::optional<StringRef> Path = Key == "file" ? Of.getAsString() : std::nullopt)
      Of = displayPath(absolutePath(*Path));
    else
      shortenPaths(Of);
}

static llvm::Expected<Costs> costsOf(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     llvm::ArrayRef<GivenValue> Values) {
  Files Sources;
  auto FS = Sources.fileSystem();
  auto Work = [&](size_t I, Emit Send) {
    bool Compares = !Line.Before.empty() || !Line.Opts.Since.empty();
    json::Object O = Compares ? changesOf(Line, Units[I], FS) : costOf(Units[I], FS, Values);
    Send(llvm::formatv("{0}", json::Value(std::move(O))).str());
  };
  WorkerOptions Opts;
  Opts.Jobs = Line.Opts.Jobs ? Line.Opts.Jobs : llvm::get_cpus();
  Opts.TimeoutSeconds = Line.UnitTimeout;
  Opts.InProcess = Line.InProcess;
  Opts.Kept = workerRights(Line.Opts, /*AsksGit=*/!Line.Opts.Since.empty());
  auto Ignore = [](size_t) {};
  Opts.Progress = Ignore;
  Costs R;
  std::vector<JobResult> Jobs = runJobs(Units.size(), Work, Opts);
  for (size_t I = 0; I < Jobs.size(); ++I) {
    llvm::Expected<json::Value> V = json::parse(Jobs[I].Bytes);
    json::Object *O = V ? V->getAsObject() : nullptr;
    if (!V)
      llvm::consumeError(V.takeError());
    if (!O) {
      R.Problems.push_back(displayPath(Units[I].File) + ": " +
                           (Jobs[I].Failure.empty() ? "no result" : Jobs[I].Failure));
      continue;
    }
    if (auto Why = O->getString("problem")) {
      if (O->getBoolean("usage").value_or(false))
        return llvm::createStringError(*Why);
      R.Problems.push_back(Why->str());
      continue;
    }
    if (const json::Array *Unread = O->getArray("unread"))
      for (const json::Value &Name : *Unread)
        R.Problems.push_back(displayPath(Units[I].File) + ": kernel '" +
                             Name.getAsString().value_or("").str() + "' could not be read");
    for (auto [Name, To] : {std::pair("kernels", &R.Kernels), {"changes", &R.Changes}})
      if (json::Array *All = O->getArray(Name))
        for (json::Value &V : *All) {
          shortenPaths(V);
          To->push_back(std::move(V));
        }
  }
  return R;
}

static std::string dimensions(const json::Array &Dims, StringRef Name) {
  std::string Text;
  static constexpr StringRef Axes[] = {".x", ".y", ".z"};
  size_t Last = 0;
  for (size_t D = 0; D < Dims.size(); ++D)
    if (Dims[D].getAsString().value_or("") != "1")
      Last = D;
  // Trailing dimensions that no kernel code reads are left out.
  while (Last > 0 && !Dims[Last].getAsString())
    --Last;
  for (size_t D = 0; D <= Last; ++D)
    Text += (D ? " x " : "") + Dims[D].getAsString().value_or((Name + Axes[D]).str()).str();
  return Text;
}

static void printBound(StringRef Metric, StringRef Scope, const json::Object &B) {
  llvm::outs() << llvm::formatv("  {0,-15} {1,-6} ", Metric, Scope);
  if (auto Upper = B.getString("upper")) {
    llvm::outs() << *Upper;
    if (auto Value = B.getInteger("value"))
      llvm::outs() << " = " << *Value;
    if (B.getBoolean("exact").value_or(false))
      llvm::outs() << "  (exact)";
    StringRef Leading = B.getString("leading").value_or("");
    if (Leading != "O(1)")
      llvm::outs() << "  " << Leading;
  } else {
    llvm::outs() << "no bound: line " << B.getInteger("line").value_or(0) << ": "
                 << B.getString("why").value_or("");
  }
  llvm::outs() << '\n';
}

static void printLines(const json::Object &K) {
  for (const json::Value &V : *K.getArray("lines")) {
    const json::Object &Line = *V.getAsObject();
    for (unsigned M = 0; M < cost::NumMetrics; ++M) {
      StringRef Name = nameOf(cost::Metric(M));
      const json::Object *Of = Line.getObject(Name);
      if (!Of || cost::Metric(M) == cost::Metric::Steps || !Of->getString("upper"))
        continue;
      llvm::outs() << llvm::formatv("  line {0,-5} {1,-15} {2}", *Line.getInteger("line"), Name,
                                    *Of->getString("upper"));
      const json::Object &Whole = *K.getObject("metrics")->getObject(Name)->getObject("grid");
      auto Part = Of->getInteger("value"), All = Whole.getInteger("value");
      if (Part && All && *All > 0)
        llvm::outs() << llvm::formatv(" = {0} ({1:P0})", *Part, double(*Part) / double(*All));
      llvm::outs() << '\n';
    }
  }
}

static void printText(const json::Object &K) {
  const json::Object &L = *K.getObject("launch");
  llvm::outs() << *K.getString("file") << ':' << *K.getInteger("line") << ": "
               << *K.getString("name") << ": block " << dimensions(*L.getArray("block"), "blockDim")
               << ", grid " << dimensions(*L.getArray("grid"), "gridDim") << '\n';
  for (unsigned M = 0; M < cost::NumMetrics; ++M) {
    StringRef Name = nameOf(cost::Metric(M));
    const json::Object &Of = *K.getObject("metrics")->getObject(Name);
    for (cost::Scope S : {cost::Scope::Grid, cost::Scope::Block, cost::Scope::Warp}) {
      const json::Object &B = *Of.getObject(nameOf(S));
      printBound(S == cost::Scope::Grid ? Name : "", nameOf(S), B);
      // Blocks run at the same time: the span is a single number.
      if (!B.getString("upper") || cost::Metric(M) == cost::Metric::Span)
        break;
    }
  }
  printLines(K);
  for (const json::Value &P : *K.getArray("premises"))
    llvm::outs() << "  note: " << *P.getAsString() << '\n';
}

/// Prints the changes; returns true if a formula got worse by more than is allowed.
static bool printChanges(json::Array Changes, bool Json) {
  bool Worse = false;
  for (const json::Value &V : Changes) {
    const json::Object &C = *V.getAsObject();
    bool Fails = C.getBoolean("worse").value_or(false);
    Worse |= Fails;
    if (Json)
      continue;
    llvm::outs() << *C.getString("file") << ':' << *C.getInteger("line") << ": "
                 << *C.getString("kernel") << ": " << *C.getString("metric") << ": "
                 << *C.getString("before") << " -> " << *C.getString("after") << " ("
                 << (Fails ? "worse" : *C.getString("direction"));
    if (auto Factor = C.getNumber("factor"))
      llvm::outs() << llvm::formatv(", {0:F2} times", *Factor);
    llvm::outs() << (Fails || *C.getString("direction") != "worse" ? ")\n"
                                                                   : ", within the limit)\n");
  }
  if (Json)
    llvm::outs() << llvm::formatv("{0:2}",
                                  json::Value(json::Object{{"version", 1},
                                                           {"tool", "cuda-fix " CUDAFIX_VERSION},
                                                           {"changes", std::move(Changes)}}))
                 << '\n';
  return Worse;
}

int runCost(const CommandLine &Line, llvm::ArrayRef<std::string> Args) {
  if (Error E = validate(Line))
    return fail(std::move(E));
  for (const OutputOption &O : Line.Opts.Outputs)
    if (O.Format != "json" || !O.File.empty())
      return fail(llvm::createStringError("cost prints text, or JSON with --format=json"));
  std::vector<GivenValue> Values;
  if (!Line.Evaluate.empty()) {
    auto Parsed = parseValues(Line.Evaluate);
    if (!Parsed)
      return fail(Parsed.takeError());
    Values = std::move(*Parsed);
  }
  llvm::Expected<std::vector<Unit>> Units = listUnits(Line, Args);
  if (!Units)
    return fail(Units.takeError());
  if (!Line.Before.empty() && !llvm::sys::fs::exists(Line.Before))
    return fail(llvm::createStringError("--before: no such file: " + Line.Before));
  if (!Line.Opts.Since.empty())
    for (const Unit &U : *Units)
      if (Error E = checkRevision(U.File, Line.Opts.Since))
        return fail(std::move(E));
  auto Of = costsOf(Line, *Units, Values);
  if (!Of)
    return fail(Of.takeError());
  for (const std::string &Why : Of->Problems)
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << Why << '\n';
  bool Compares = !Line.Before.empty() || !Line.Opts.Since.empty();
  if (Compares) {
    bool Worse = printChanges(std::move(Of->Changes), !Line.Opts.Outputs.empty());
    return !Of->Problems.empty() ? NotAnalysed : Worse ? FindingsRemain : Clean;
  }
  if (Line.Opts.Outputs.empty()) {
    for (size_t I = 0; I < Of->Kernels.size(); ++I) {
      if (I)
        llvm::outs() << '\n';
      printText(*Of->Kernels[I].getAsObject());
    }
  } else {
    json::Object All{
        {"version", 1}, {"tool", "cuda-fix " CUDAFIX_VERSION}, {"kernels", std::move(Of->Kernels)}};
    llvm::outs() << llvm::formatv("{0:2}", json::Value(std::move(All))) << '\n';
  }
  return Of->Problems.empty() ? Clean : NotAnalysed;
}

} // namespace cudafix::cli
