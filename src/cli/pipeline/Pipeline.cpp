// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Pipeline.h"
#include "cli/commands/ExplainLaunch.h"
#include "cli/pipeline/Confirm.h"
#include "cli/pipeline/Details.h"
#include "cli/pipeline/Stages.h"
#include "detect/Shapes.h"
#include "detect/SolverShare.h"
#include "host/Launches.h"
#include "host/Summary.h"
#include "report/Report.h"
#include "sandbox/Sandbox.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {

UnitResult analyse(const frontend::CompileCommand &Cmd, const Options &Opts,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting) {
  UnitResult Result;
  UnitReport &Unit = Result.Report;
  Dump Dumps(Opts, Result.Dump);

  Waiting.Stage("parsing", "");
  // 1. parse: both sides, AST and IR.  2. model: every kernel as plain values.
  llvm::Expected<std::unique_ptr<frontend::Program>> Parsed =
      frontend::Program::parse(Cmd, Opts, FS);
  if (!Parsed) {
    Unit.Reason = llvm::toString(Parsed.takeError());
    Waiting.Known(Result);
    return Result;
  }
  frontend::Program &P = **Parsed;
  describe(P, Result);

  // 3. launches: what host code says.  4. detect: findings with a witness, and verdicts.
  std::vector<std::vector<Launch>> Launches;
  host::LaunchTable Table(P, Opts);
  detect::SolverShare Share(P.kernels().size());
  uint64_t OfShapes = 18'000'000; // solver units, for all kernels of the unit
  for (frontend::KernelUnit &K : P.kernels()) {
    Timer T(Unit.Seconds.Detect);
    Waiting.Stage("detecting", K.Model.Name);
    Share.begin(*K.Model.Solving);
    Launches.push_back(Table.of(K));
    Dumps.kernel(K, Launches.back());
    Unit.Kernels.push_back(detect::judgeInShapes(K.Model, Launches.back(), Opts, Unit.Findings,
                                                 OfShapes, Dumps.pairs(), Dumps.queries()));
    for (const Launch &L : Launches.back())
      Unit.Kernels.back().Printed.push_back(print(L, *K.Model.Ctx));
    if (!Opts.ExplainLaunch.empty())
      explainLaunches(K.Model, Launches.back(), Opts, Unit.Kernels.back());
    if (Waiting.Details)
      Result.Details.push_back(detailsOf(K.Model, Launches.back(), Unit.Kernels.back()));
    Share.end(*K.Model.Solving);
    if (Waiting.EachKernel)
      Waiting.Known(Result);
  }
  llvm::append_range(Unit.Diagnostics, Table.problems());
  std::vector<const Kernel *> Models;
  for (const frontend::KernelUnit &K : P.kernels())
    Models.push_back(&K.Model);
  detect::dropNeededElsewhere(Models, Unit.Findings);
  report::mergeFindings(Unit.Findings);
  Waiting.Known(Result);

  // 5. confirm: what is proved happens on concrete threads.
  if (!Opts.NoReplay && sandbox::available()) {
    Timer T(Unit.Seconds.Detect);
    Waiting.Stage("replaying findings", "");
    confirm(P, Unit.Findings, Dumps.replays());
    Waiting.Known(Result);
  }
  if (!Opts.Optimize.empty())
    optimize(P, Opts, Unit);
  if (Opts.NoRepair) {
    Waiting.Known(Result);
    return Result;
  }

  // 6. propose: candidates, cheapest first.  7. rewrite: in the style of the file.
  for (size_t I = 0; I < Launches.size(); ++I) {
    Timer T(Unit.Seconds.Repair);
    Waiting.Stage("looking for repairs", P.kernels()[I].Model.Name);
    FindingsOf Slice(Unit.Findings, P.kernels()[I].Model.Name, Opts);
    transform::propose({P, P.kernels()[I], Launches[I], Opts}, Slice.Findings);
    Slice.putBack();
  }
  formatEdits(P, Unit.Findings);

  // 8. verify: what is shown has been parsed, analysed and compiled again.
  {
    Timer T(Unit.Seconds.Verify);
    Waiting.Stage("checking repairs", "");
    verifyRepairs(P, Table, Opts, Unit.Findings);
  }

  // 9. report: by the caller, over all units.
  Waiting.Known(Result);
  return Result;
}

std::string summarise(const frontend::CompileCommand &Cmd, const Options &Opts,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  Options HostOnly = Opts;
  HostOnly.HostOnly = true;
  auto P = frontend::Program::parse(Cmd, HostOnly, FS);
  if (!P) { // the unit's analysis says so
    llvm::consumeError(P.takeError());
    return "";
  }
  llvm::Module *M = (*P)->hostModule();
  return M ? host::toText(host::summarise(*M, Cmd.File)) : "";
}

} // namespace cudafix::cli
