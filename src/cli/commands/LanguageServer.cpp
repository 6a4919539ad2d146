// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/LanguageServer.h"
#include "cli/commands/Explain.h"
#include "cli/commands/Run.h"
#include "cli/options/CheckTexts.h"
#include "cli/pipeline/WorkerRights.h"
#include "cli/session/Session.h"
#include "cli/session/Validate.h"
#include "frontend/parse/CompileDatabase.h"
#include "lsp/Server.h"
#include "sandbox/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;

/// One unit that is analysed in its own process, and the report so far.
class UnitAnalysis : public lsp::Analysis {
public:
  /// `Learnt` is what earlier analyses learnt; what this one learns is added to it.
  UnitAnalysis(const CommandLine &Line, std::vector<Unit> Units, std::optional<Baseline> Known,
               Selection Asked, const lsp::Buffers &Open, std::string &Learnt)
      : S(Line, std::move(Units), std::move(Known), std::move(Asked)), Learnt(Learnt) {
    for (const auto &[File, Text] : Open)
      S.Sources.assume(File, Text);
  }
  ~UnitAnalysis() override { learn(); }
  bool start();

  int descriptor() const override { return Process->descriptor(); }
  void look() override { Process->look(); }
  bool receive(short Events) override;
  std::optional<report::RunReport> takeReport() override;
  std::string stage() const override { return Stage; }

private:
  /// Keeps what was learnt, even if the text changed before the end.
  void learn();

  Session S;
  std::string &Learnt;
  std::unique_ptr<Worker> Process;
  std::string Stage, Result;
  bool HasNew = false;
};

class UnitEngine : public lsp::Engine {
public:
  UnitEngine(const CommandLine &Line, llvm::ArrayRef<std::string> Args) : Line(Line), Args(Args) {}
  llvm::Expected<std::unique_ptr<lsp::Analysis>> start(StringRef File,
                                                       const lsp::Buffers &Open) override;
  bool isUnit(StringRef File) const override { return frontend::isCudaUnit(File); }

private:
  const CommandLine &Line;
  llvm::ArrayRef<std::string> Args;
  std::map<std::string, std::string> Learnt; ///< by file
};

} // namespace

bool UnitAnalysis::start() {
  auto FS = S.Sources.fileSystem();
  const Unit &U = S.units().front();
  if (Learnt.empty())
    Learnt = S.learntOf(0);
  auto Work = [&](size_t, Emit Send) { cli::work(U, FS, Send, WorkFor::Editor, Learnt); };
  WorkerOptions Opts;
  Opts.TimeoutSeconds = S.commandLine().UnitTimeout;
  Opts.Kept = workerRights(S.commandLine().Opts);
  Process = Worker::start(0, Work, Opts);
  return Process != nullptr;
}

void UnitAnalysis::learn() {
  if (!Process)
    return;
  std::string All = addLearnt(Process->learnt(), Learnt);
  if (All.empty())
    return;
  S.learn(0, Process->learnt());
  Learnt = std::move(All);
}

bool UnitAnalysis::receive(short Events) {
  bool Done = Process->receive(Events);
  for (std::string &Text : Process->takeRemarks())
    Stage = std::move(Text);
  if (Done) {
    learn();
    JobResult R = Process->finish();
    S.accept(0, R.Bytes, R.Failure);
    HasNew = true;
  } else if (Process->result() != Result) {
    Result = Process->result();
    S.accept(0, Result, "");
    HasNew = true;
  }
  return Done;
}

std::optional<report::RunReport> UnitAnalysis::takeReport() {
  if (!std::exchange(HasNew, false))
    return std::nullopt;
  return S.report();
}

/// Starts the analysis with the command line for this file alone; the build gives its compiler
/// arguments.
llvm::Expected<std::unique_ptr<lsp::Analysis>> UnitEngine::start(StringRef File,
                                                                 const lsp::Buffers &Open) {
  CommandLine Own = Line;
  Own.Opts.Paths = {File.str()};
  llvm::Expected<std::vector<Unit>> Units = listUnits(Own, Args);
  if (!Units)
    return Units.takeError();
  llvm::erase_if(*Units, [&](const Unit &U) { return U.File != File; });
  if (Units->empty())
    return llvm::createStringError(File + " is no CUDA file");
  Units->resize(1);
  std::optional<Baseline> Known;
  if (!Line.Opts.Baseline.empty()) {
    llvm::Expected<Baseline> Read = Baseline::read(Line.Opts.Baseline);
    if (!Read)
      return Read.takeError();
    Known = std::move(*Read);
  }
  llvm::Expected<Selection> Asked = Selection::make(Line.Opts);
  if (!Asked)
    return Asked.takeError();
  auto A = std::make_unique<UnitAnalysis>(Line, std::move(*Units), std::move(Known),
                                          std::move(*Asked), Open, Learnt[File.str()]);
  if (!A->start())
    return llvm::createStringError("no process could be started");
  return A;
}

int runLanguageServer(const CommandLine &Line, llvm::ArrayRef<std::string> Args) {
  auto Fail = [](llvm::Error E) {
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
    return BadUsage;
  };
  if (llvm::Error E = validateUnit(Line.Opts))
    return Fail(std::move(E));
  if (Line.WithoutSandbox)
    sandbox::forbid();
  std::vector<report::Rule> Rules;
  for (const CheckText &C : checks())
    Rules.push_back({C.Id.str(), C.Explanation.trim().str(), C.Severity, C.Guide.str()});
  UnitEngine Engine(Line, Args);
  lsp::ServerOptions Opts;
  Opts.DebounceMilliseconds = Line.Debounce;
  Opts.Jobs = Line.Opts.Jobs ? Line.Opts.Jobs : llvm::get_cpus();
  Opts.Rules = Rules;
  Opts.Version = CUDAFIX_VERSION;
  return lsp::serve(Engine, Opts) ? Clean : BadUsage;
}

} // namespace cudafix::cli
