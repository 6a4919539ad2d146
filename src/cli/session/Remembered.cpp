// SPDX-License-Identifier: Apache-2.0
//
// Looks results up in two steps, as compiler caches do: the key of the command leads to lists of
// questions to the file system; such a list with today's answers is the key of the result.
#include "cli/session/Remembered.h"
#include "cache/BuildIds.h"
#include "cache/Digest.h"
#include "cli/pipeline/Stages.h"
#include "cli/session/Session.h"
#include "frontend/parse/Invocation.h"
#include "frontend/parse/PchCache.h"
#include "model/Convention.h"
#include "sandbox/Sandbox.h"
#include "smt/AnswerTable.h"
#include "verify/NativeTools.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

namespace cudafix::cli {

using cache::Digest;
using llvm::StringRef;
using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// At most so many lists under one key: branches of a checkout, and headers that appear and
/// disappear, make several.
static constexpr size_t MostLists = 8;

static void add(Digest &D, bool B) { D.add(uint64_t(B)); }
static void add(Digest &D, const std::string &S) { D.add(StringRef(S)); }
static void add(Digest &D, const DimOption &O) {
  D.add(O.Kernel);
  for (uint32_t N : O.Dim)
    D.add(uint64_t(N));
}
static void add(Digest &D, const AssumeOption &O) { D.add(O.Kernel).add(O.Text); }
static void add(Digest &D, const LaunchOption &O) { D.add(O.Kernel).add(O.Text); }
template <typename T> static void add(Digest &D, const std::vector<T> &All) {
  D.add(uint64_t(All.size()));
  for (const T &Each : All)
    add(D, Each);
}

/// Adds the options to a digest. Names every option, so that a new one cannot be forgotten.
static void add(Digest &D, const Options &O) {
  const auto &[Paths, BuildPath, CompilerArgs, BuildArgs, Checks, Conventions, KernelRegex,
               HeaderFilter, LineFilter, Since, BlockDims, GridDims, Assumes, Launches, Archs,
               AssumeAlias, AssumeWideGrid, IgnoreFacts, LaunchFiles, HostOnly, ToRun,
               ExplainLaunch, CudaPath, ToolPath, NoToolkit, Apply, Unsafe, AllowDirty, Diff,
               PatchesDir, EmitIRDir, Optimize, Level, NoRepair, NoReplay, RunProgram, Jobs,
               CacheDir, NoCache, Outputs, Show, Simulate, ExitZero, Baseline, Dumps] = O;
  // Options that decide which findings are shown, or what is done with them, do not affect the
  // results of a unit.
  (void)Paths, (void)HeaderFilter, (void)LineFilter, (void)Since, (void)Unsafe, (void)AllowDirty,
      (void)Diff, (void)Jobs, (void)CacheDir, (void)NoCache, (void)Outputs, (void)ExitZero,
      (void)Baseline;
  // With these options nothing is remembered, or the caller adds what they refer to.
  (void)ToolPath, (void)Apply, (void)PatchesDir, (void)RunProgram, (void)Simulate,
      (void)LaunchFiles;
  add(D, !BuildPath.empty());
  add(D, !EmitIRDir.empty());
  for (const auto *List :
       {&CompilerArgs, &BuildArgs, &Archs, &IgnoreFacts, &Optimize, &Show, &Dumps})
    add(D, *List);
  for (const std::string *Text : {&Checks, &KernelRegex, &ExplainLaunch, &CudaPath})
    add(D, *Text);
  add(D, BlockDims);
  add(D, GridDims);
  add(D, Assumes);
  add(D, Launches);
  for (unsigned C = 0; C < NumConventions; ++C)
    add(D, Conventions.contains(static_cast<Convention>(C)));
  for (bool B : {AssumeAlias, AssumeWideGrid, HostOnly, ToRun, NoToolkit, NoRepair, NoReplay})
    add(D, B);
  D.add(static_cast<uint64_t>(Level));
}

/// Adds the environment variables that the compiler's driver reads.
static void addEnvironment(Digest &D) {
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CUDA_PATH",
                           "CUDA_HOME", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS"}) {
    const char *Value = std::getenv(Name);
    D.add(Value ? "=" + std::string(Value) : "");
  }
  auto Ptxas = llvm::sys::findProgramByName("ptxas"); // a toolkit is searched for beside it
  D.add(Ptxas ? *Ptxas : "");
  D.add(frontend::installedToolkit());
}

static std::string below(StringRef Folder, StringRef Name) {
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, Name);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

static std::string secret() {
  const char *Given = std::getenv("CUDA_FIX_CACHE_KEY");
  return Given ? Given : "";
}

Remembered::Remembered(const CommandLine &Line) {
  const Options &O = Line.Opts;
  std::string Folder = frontend::cacheFolder(O);
  // Code that runs may read the time, and results of a toolkit's programs are not kept.
  if (Line.Fresh || O.RunProgram || O.Simulate.On || O.NoCache ||
      (Folder.empty() && Line.RemoteCache.empty()))
    return;
  if (verify::NativeTools Tools(O); Tools.any())
    return;
  Headers = below(Folder, "pch");
  cache::StoreOptions Opts;
  Opts.Folder = Folder.empty() ? "" : below(Folder, "results");
  Opts.MostBytes = Line.CacheBytes.value_or(Opts.MostBytes);
  Opts.PruneNow = Line.CacheBytes.has_value();
  Opts.Secret = secret();
  // Unsigned results of a server may be used in reports, but never to change files.
  Opts.SignedOnly = O.Apply || O.Diff || !O.PatchesDir.empty();
  std::unique_ptr<cache::Backend> Remote;
  if (!Line.RemoteCache.empty())
    Remote = cache::remoteBackend(Line.RemoteCache);
  Kept = std::make_unique<cache::Store>(std::move(Opts), std::move(Remote));
}

Remembered::~Remembered() = default;

std::string questionOf(const Unit &U) {
  Digest D;
  D.add(U.Cmd.File).add(U.Cmd.Directory);
  add(D, U.Cmd.Args);
  add(D, U.Cmd.Warnings);
  add(D, U.Opts);
  return D.bytes();
}

std::string Remembered::questionOf(const Task &T) const {
  Digest D;
  D.add(cache::buildIds()).add(T.Purpose).add(cli::questionOf(*T.Of));
  llvm::SmallString<256> Here;
  if (!llvm::sys::fs::current_path(Here))
    D.add(Here);
  D.add(T.Of->LinkedSum);
  for (const std::string &File : T.Of->Opts.LaunchFiles) {
    if (File == T.Of->LinkedFile)
      continue;
    auto Text = llvm::MemoryBuffer::getFile(File);
    D.add(File).add(Text ? (*Text)->getBuffer() : "");
  }
  addEnvironment(D);
  add(D, sandbox::available());
  return D.hex();
}

cache::Answers &Remembered::answersOf(const Task &T) {
  for (auto &[FS, Answers] : Known)
    if (FS == T.FS.get())
      return *Answers;
  Known.emplace_back(T.FS.get(), std::make_unique<cache::Answers>(T.FS));
  return *Known.back().second;
}

static std::string entryOf(StringRef Question, StringRef Sum) {
  return Digest().add(Question).add(Sum).hex();
}

static std::vector<std::string> listsOf(StringRef Text) {
  std::vector<std::string> Lists;
  StringRef Each;
  while (!Text.empty() && cache::take(Text, Each))
    Lists.push_back(Each.str());
  return Lists;
}

std::optional<std::string> Remembered::find(const Task &T) {
  if (!remembers(T))
    return std::nullopt;
  std::string Question = questionOf(T);
  cache::Answers &Answers = answersOf(T);
  for (const std::string &List : listsOf(Kept->find(Question).value_or(""))) {
    std::vector<cache::Probe> Asked;
    if (!cache::fromText(List, Asked))
      continue;
    std::string Sum = cache::digestOf(
        Asked, [&](const cache::Probe &P) -> const cache::Answer & { return Answers.of(P); });
    if (auto Result = Kept->find(entryOf(Question, Sum))) {
      ++Found;
      return Result;
    }
  }
  ++Judged;
  return std::nullopt;
}

/// The key of a task's duration. It leaves out options and contents, which change it little.
static std::string timeOf(const Task &T) {
  return Digest().add("seconds").add(T.Purpose).add(T.Of->File).hex();
}

double Remembered::seconds(const Task &T) {
  double Seconds = 3600;
  if (remembers(T))
    if (auto Text = Kept->find(timeOf(T)))
      (void)StringRef(*Text).getAsDouble(Seconds);
  return Seconds;
}

/// At most so much is kept for one file; the oldest goes first.
static constexpr size_t MostLearnt = size_t(8) << 20;

static std::string learntKey(const Unit &U) {
  return Digest().add("learnt").add(cache::buildIds()).add(U.File).hex();
}

std::string Remembered::learntOf(const Unit &U) {
  return Kept ? Kept->findOwn(learntKey(U)).value_or("") : "";
}

std::string addLearnt(StringRef OfJob, StringRef Former) {
  return smt::AnswerTable::merged(OfJob, Former, MostLearnt);
}

void Remembered::learn(const Unit &U, StringRef Learnt) {
  if (!Kept || Learnt.empty())
    return;
  std::string All = addLearnt(Learnt, learntOf(U));
  if (!All.empty())
    Kept->keepOwn(learntKey(U), All);
}

/// A message with the result and, for a finished job, its questions, the checksum of the answers,
/// and the seconds it took.
static std::string framed(StringRef Result, StringRef Asked = "", StringRef Sum = "",
                          StringRef Seconds = "") {
  std::string Out;
  for (StringRef Part : {Result, Asked, Sum, Seconds})
    cache::put(Out, Part);
  return Out;
}

void Remembered::record(const Task &T, Emit Send,
                        llvm::function_ref<void(FileSystem, Emit)> Work) const {
  if (!remembers(T))
    return Work(T.FS, Send);
  auto FS = llvm::makeIntrusiveRefCnt<cache::Recording>(T.FS, Headers);
  std::string Last;
  double Seconds = 0;
  auto Clocked = std::make_unique<Timer>(Seconds);
  auto Result = [&](StringRef Bytes) {
    Last = Bytes.str();
    Send(framed(Bytes));
  };
  auto Remark = [&](StringRef Text) { Send.remark(Text); };
  auto Learnt = [&](StringRef Bytes) { Send.learnt(Bytes); };
  Work(FS, Emit(Result, Remark, Learnt));
  Clocked.reset();
  auto Trace = FS->finish().value_or(cache::Recording::Trace());
  Send(framed(Last, cache::toText(Trace.Asked), Trace.Sum, llvm::formatv("{0:F2}", Seconds).str()));
}

void Remembered::keep(const Task &T, JobResult &R) {
  if (!remembers(T))
    return;
  learn(*T.Of, R.Learnt);
  StringRef In = R.Bytes, Result, Asked, Sum, Seconds;
  bool Whole = cache::take(In, Result) && cache::take(In, Asked) && cache::take(In, Sum) &&
               cache::take(In, Seconds);
  // Failures may succeed next time, and output to standard error is not kept.
  if (Whole && !Sum.empty() && R.Failure.empty() && R.Errors.empty()) {
    std::string Question = questionOf(T);
    std::vector<std::string> Lists = listsOf(Kept->find(Question).value_or(""));
    if (Lists.empty() || Lists.front() != Asked) {
      llvm::erase(Lists, Asked);
      Lists.insert(Lists.begin(), Asked.str());
      Lists.resize(std::min(Lists.size(), MostLists));
      std::string Text;
      for (const std::string &List : Lists)
        cache::put(Text, List);
      Kept->keep(Question, Text);
    }
    Stored += Kept->keep(entryOf(Question, Sum), Result);
    Kept->keep(timeOf(T), Seconds);
  }
  R.Bytes = Result.str();
}

std::string Remembered::problem() const { return Kept ? Kept->serverProblem() : ""; }

std::string Remembered::stats() const {
  if (!Kept)
    return "cache: nothing is remembered in this run";
  auto [Files, Bytes] = Kept->size();
  std::string Text = "cache: " + std::to_string(Found) + " remembered, " + std::to_string(Judged) +
                     " worked out, " + std::to_string(Stored) + " of these stored";
  if (!Kept->folder().empty())
    Text += "; " + std::to_string(Files) + " entries of " + std::to_string((Bytes + 1023) / 1024) +
            " KiB in " + Kept->folder();
  if (std::string Problem = Kept->folderProblem(); !Problem.empty())
    Text += "; " + Problem;
  return Text;
}

} // namespace cudafix::cli
