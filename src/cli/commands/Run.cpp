// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Run.h"
#include "cli/commands/Application.h"
#include "cli/commands/Divide.h"
#include "cli/commands/Explain.h"
#include "cli/input/GitState.h"
#include "cli/options/CheckTexts.h"
#include "cli/output/Apply.h"
#include "cli/output/FixLines.h"
#include "cli/output/Patches.h"
#include "cli/output/ResultFile.h"
#include "cli/output/SanitizerLog.h"
#include "cli/pipeline/Simulate.h"
#include "cli/session/Session.h"
#include "cli/session/Validate.h"
#include "report/picture/Pictures.h"
#include "rewrite/Rewrite.h"
#include "sandbox/Rights.h"
#include "sandbox/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <set>

namespace cudafix::cli {
namespace {

using llvm::StringRef;
using report::RunReport;

class Run {
public:
  Run(const CommandLine &Line, Session &S, std::vector<Unit> HostUnits)
      : O(Line.Opts), S(S), HostUnits(std::move(HostUnits)) {}
  int finish();
  int finish(ProgramRun Ran);
  /// Merges the results of `check` runs, perhaps of other machines.
  int merge();

private:
  int report();

  void printDiagnostics(const RunReport &R);
  void repair(RunReport &R);
  void writeDiff(const FixResult &Fixed);
  void writeReports(RunReport &R);
  void writeReport(RunReport &R, const OutputOption &Out);
  void write(const RunReport &R, const OutputOption &Out, const report::Format &Format,
             report::Style &Style);
  void judge(const RunReport &R);
  void summarise(const RunReport &R);
  void printPicture(const RunReport &R);

  void code(int C) { Code = std::max(Code, C); }
  void error(const llvm::Twine &Message) {
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << Message << '\n';
    code(BadUsage);
  }
  void error(llvm::Error E) {
    if (E)
      error(llvm::toString(std::move(E)));
  }

  const Options &O;
  Session &S;
  std::vector<Unit> HostUnits;
  int Code = Clean;
  bool IsProgram = false; ///< the analysed program writes to standard output
};

} // namespace

static constexpr size_t MaxDiagnostics = 8;

/// Prints what could not be read to standard error, whatever the format.
void Run::printDiagnostics(const RunReport &R) {
  std::set<StringRef> Said; // diagnostics of all units, each printed once
  for (const UnitReport &U : R.Units) {
    if (U.Status == UnitStatus::Failed)
      llvm::WithColor::error(llvm::errs() << U.File << ": ")
          << "not analysed: " << U.Reason << '\n';
    else if (U.Status == UnitStatus::Partial)
      llvm::WithColor::warning(llvm::errs() << U.File << ": ")
          << "analysed in part: " << U.Reason << '\n';
    for (const std::string &D : llvm::ArrayRef(U.Diagnostics).take_front(MaxDiagnostics))
      if (D != U.Reason && Said.insert(D).second)
        llvm::errs() << "  " << D << '\n';
    if (U.Diagnostics.size() > MaxDiagnostics)
      llvm::errs() << "  and " << U.Diagnostics.size() - MaxDiagnostics << " more lines\n";
  }
}

/// Writes the repairs of bugs, then those that save time, unless one of these needs the other.
void Run::writeDiff(const FixResult &Fixed) {
  auto Changes = S.Sources.changes();
  auto OfCost = [](const FixStep &Step) { return Step.OfCost; };
  auto Cost = llvm::find_if(Fixed.Steps, OfCost);
  std::map<std::string, std::string> Between;
  if (std::all_of(Cost, Fixed.Steps.end(), OfCost))
    for (const FixStep &Step : llvm::make_range(Cost, Fixed.Steps.end()))
      for (const FixStep::Change &C : Step.Changes)
        Between.try_emplace(C.File, C.Before);
  auto Print = [](StringRef File, StringRef Before, StringRef After) {
    if (Before != After)
      llvm::outs() << rewrite::unifiedDiff(displayPath(File), Before, After);
  };
  for (const auto &[File, Texts] : Changes) {
    auto Middle = Between.find(File);
    Print(File, Texts.first, Middle == Between.end() ? Texts.second : Middle->second);
  }
  for (const auto &[File, Texts] : Changes) {
    if (auto Middle = Between.find(File); Middle != Between.end())
      Print(File, Middle->second, Texts.second);
    if (std::string Why = rewrite::whyNotReplaceable(File); !Why.empty())
      llvm::errs() << displayPath(File) << ": --apply would not edit it: " << Why << '\n';
    code(FindingsRemain);
  }
}

/// Handles --diff, --patches and --apply; R becomes the report after --apply. --diff is --apply
/// without writing. --patches alone is for review: it takes every repair and marks it with its
/// label.
void Run::repair(RunReport &R) {
  WriteRoots Roots(S.commandLine());
  EditPermission Permission(Roots, O);
  std::set<std::string> Skipped;
  auto Accepted = [&](const Finding &F, const Repair &Fix) {
    if (Fix.How == Applicability::Manual)
      return false;
    if (!O.Apply && !O.Diff)
      return true;
    if (Fix.How != Applicability::Proven && !O.Unsafe) {
      Skipped.insert(keyOf(F, Fix));
      return false;
    }
    // The caller owns text from standard input.
    return S.commandLine().Stdin || Permission.allows(F, Fix);
  };
  FixResult Fixed = fix(S, R, Accepted, O.Apply || O.Diff ? Purpose::Write : Purpose::Review);
  for (const std::string &Why : Fixed.Undone) {
    llvm::errs() << Why << '\n';
    code(RolledBack);
  }
  for (const std::string &Refusal : Permission.refusals())
    error(Refusal);
  Fixed.Steps = bugsFirst(std::move(Fixed.Steps));
  for (FixStep &Step : Fixed.Steps)
    for (FixStep::Change &C : Step.Changes)
      for (std::string *Text : {&C.Before, &C.After})
        *Text = S.Sources.asWritten(C.File, *Text);
  if (!O.PatchesDir.empty())
    error(writePatches(O.PatchesDir, Fixed.Steps));
  describeSkipped(Fixed.Left, Skipped, O.Diff ? "shows" : "makes");
  if (O.Diff) {
    describeSteps(Fixed.Steps, "repairs");
    describeUnrepaired(R, Fixed.Left);
    writeDiff(Fixed);
  }
  if (!O.Apply)
    return S.Sources.forgetChanges(); // the report is about the files on disk
  removeLeftovers(R.Units, Roots);
  WriteResult Written = writeChanges(Fixed.Steps, S.Sources);
  for (const std::string &E : Written.Errors)
    error(E);
  if (Written.RolledBack)
    code(RolledBack);
  if (Written.Errors.empty()) {
    describeSteps(Fixed.Steps, "repaired");
    R = Fixed.Left;
  } else {
    S.Sources.forgetChanges();
  }
}

void Run::write(const RunReport &R, const OutputOption &Out, const report::Format &Format,
                report::Style &Style) {
  if (Out.File.empty()) {
    llvm::raw_ostream &OS = IsProgram && Out.Format == "text" ? llvm::errs() : llvm::outs();
    Style.Colors = llvm::WithColor(OS).colorsEnabled();
    Format.Write(OS, R, Style);
    return;
  }
  std::error_code EC;
  std::string File = Out.File;
  if (Format.IsFolder) {
    EC = llvm::sys::fs::create_directories(File);
    File += "/index.html";
  }
  if (EC)
    return error(Out.File + ": cannot be made: " + EC.message());
  llvm::raw_fd_ostream OS(File, EC);
  if (!EC) {
    Format.Write(OS, R, Style);
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (!EC) {
    if (Format.IsFolder && !S.commandLine().Quiet)
      llvm::errs() << File << ": written\n";
    return;
  }
  if (llvm::sys::fs::is_regular_file(File))
    llvm::sys::fs::remove(File); // it may hold half a report
  error(File + ": cannot be written: " + EC.message());
}

void Run::writeReport(RunReport &R, const OutputOption &Out) {
  const report::Format *Format = llvm::find_if(
      report::formats(), [&](const report::Format &F) { return F.Name == Out.Format; });
  std::map<std::string, std::string>
      Shown; // paths as this format writes them, and as the report does
  if (Format->ForReview)
    forEachPath(R, [&](std::string &Path) {
      std::string Was = std::exchange(Path, reviewPath(absolutePath(Path)));
      Shown.try_emplace(Path, std::move(Was));
    });
  auto Source = [&](StringRef File) {
    auto At = Shown.find(File.str());
    return S.Sources.read(absolutePath(At == Shown.end() ? File : StringRef(At->second)));
  };
  std::vector<report::Rule> Rules;
  for (const CheckText &C : checks())
    Rules.push_back({C.Id.str(), C.Explanation.trim().str(), C.Severity, C.Guide.str()});
  std::vector<report::Rule> Others = explanations();
  report::Style Style;
  Style.Others = Others;
  Style.NotesInFull = llvm::is_contained(O.Show, "note");
  Style.Source = Source;
  Style.Rules = Rules;
  write(R, Out, *Format, Style);
  if (Format->ForReview)
    forEachPath(R, [&](std::string &Path) { Path = Shown.at(Path); });
}

void Run::writeReports(RunReport &R) {
  for (const UnitResult &U : S.results())
    llvm::outs() << U.Dump;
  bool StdoutTaken = O.Diff || !O.Dumps.empty() || !S.commandLine().Picture.empty();
  for (const OutputOption &Out : O.Outputs) {
    writeReport(R, Out);
    StdoutTaken |= Out.File.empty();
  }
  if (!StdoutTaken && O.Outputs.empty())
    writeReport(R, {"text", ""});
}

/// Sets the exit code by what the report still holds.
void Run::judge(const RunReport &R) {
  for (const UnitResult &U : S.results())
    if (U.Report.Status == UnitStatus::Failed || U.Unread)
      code(NotAnalysed);
  if (S.failsOn("partial", [](const UnitReport &U) { return U.Status == UnitStatus::Partial; }))
    code(NotAnalysed);
  auto Undecided = [&](const KernelReport &K) {
    return report::isUndecided(K) && S.failsOn("undecided", [&](const UnitReport &U) {
      return llvm::any_of(U.Kernels, [&](const KernelReport &Own) {
        return Own.Loc == K.Loc && Own.Name == K.Name;
      });
    });
  };
  // A simulation shows bugs but not their absence.
  if (!O.Simulate.On && llvm::any_of(R.Kernels, Undecided))
    code(NotAnalysed);
  auto Counts = [&](const Finding &F) {
    auto Has = [&](const UnitReport &U) { // unused suppressions are in no unit's list
      return U.File == F.Loc.File || llvm::any_of(U.Findings, [&](const Finding &Own) {
               return Own.Loc == F.Loc && Own.Id == F.Id;
             });
    };
    return F.Severity == Level::Error ||
           (F.Severity == Level::Warning && S.failsOn("warning", Has));
  };
  if (llvm::any_of(R.Findings, Counts))
    code(FindingsRemain);
}

/// Returns true if pictures are drawn.
static bool wantsPictures(const CommandLine &Line) {
  return !Line.Picture.empty() || llvm::any_of(Line.Opts.Outputs, [](const OutputOption &Out) {
    return Out.Format == "html";
  });
}

int Run::finish() {
  S.readBuild(std::move(HostUnits));
  S.keepShard();
  S.analyseAll();
  return report();
}

int Run::merge() {
  if (llvm::Error E = mergeUnits(S)) {
    llvm::WithColor::warning(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
    code(NotAnalysed);
  }
  if (O.Diff || O.Apply || !O.PatchesDir.empty())
    S.readBuild(std::move(HostUnits)); // units are analysed again after repairs
  return report();
}

/// Finishes a run of all units as one program.
int Run::finish(ProgramRun Ran) {
  IsProgram = true;
  if (Ran.Code)
    Ran.Result.Report.Status = UnitStatus::Analysed;
  bool Started = Ran.Result.Report.Status != UnitStatus::Failed;
  S.accept(std::move(Ran.Result));
  if (!Ran.Problem.empty() && Started)
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << Ran.Problem << '\n';
  if (!Ran.Problem.empty())
    code(NotAnalysed);
  if (Ran.Code)
    llvm::errs() << "the program ended with code " << *Ran.Code << '\n';
  return report();
}

int Run::report() {
  RunReport R = S.report();
  if (!O.EmitIRDir.empty())
    error(writeIR(O.EmitIRDir, R));
  if (O.Diff || O.Apply || !O.PatchesDir.empty())
    repair(R);
  judge(R);
  if (size_t Stale = S.staleInBaseline())
    llvm::errs() << Stale << " finding" << (Stale == 1 ? "" : "s") << " of the baseline "
                 << (Stale == 1 ? "is" : "are")
                 << " no longer there; write it again with --format=json=" << O.Baseline << '\n';
  if (llvm::none_of(S.results(), [](const UnitResult &U) {
        return U.Report.Status == UnitStatus::Failed || U.Unread;
      }))
    for (const std::string &Problem : unknownKernels(O, R))
      error(Problem);
  if (!S.commandLine().SanitizerLog.empty())
    error(answerLog(S.commandLine().SanitizerLog, R, S.results()));
  if (wantsPictures(S.commandLine()))
    R.Repaired = S.repairedDetails(R);
  forEachPath(R, [](std::string &Path) { Path = displayPath(Path); });
  printDiagnostics(R);
  if (!S.commandLine().Picture.empty())
    printPicture(R);
  if (!O.ExplainLaunch.empty()) {
    for (const KernelReport &K : R.Kernels)
      report::writeLaunches(llvm::outs(), K);
    for (const OutputOption &Out : O.Outputs)
      if (Out.Format == "html")
        writeReport(R, Out);
    return Code == FindingsRemain ? Clean : Code;
  }
  writeReports(R);
  if (O.Simulate.Listing)
    printListing(IsProgram ? llvm::errs() : llvm::outs(), R,
                 [&](StringRef File) { return S.Sources.read(absolutePath(File)); });
  llvm::outs().flush();
  if (!S.commandLine().Quiet)
    summarise(R);
  if (std::string Problem = S.former().problem(); !Problem.empty())
    llvm::WithColor::warning(llvm::errs(), "cuda-fix")
        << "--remote-cache is not used any more: " << Problem << '\n';
  if (S.commandLine().CacheStats)
    llvm::errs() << S.former().stats() << '\n';
  return Code == FindingsRemain && O.ExitZero ? Clean : Code;
}

void Run::printPicture(const RunReport &R) {
  llvm::Expected<std::string> Picture = report::pictureNamed(R, S.commandLine().Picture);
  if (!Picture)
    return error(Picture.takeError());
  llvm::outs() << *Picture << '\n';
}

/// Prints the summary. It gives no advice on what a simulation leaves open, which no option
/// decides, nor after optimize, which reports no repairs.
void Run::summarise(const RunReport &R) {
  const bool Notes = llvm::is_contained(O.Show, std::string("note"));
  llvm::errs() << report::summary(R, /*Together=*/!Notes) << '\n';
  if (O.Simulate.On || !O.Optimize.empty())
    return;
  bool Looked = !O.Apply && !O.Diff && O.PatchesDir.empty();
  for (const std::string &Step : report::nextSteps(R, Looked, Notes))
    llvm::errs() << Step << '\n';
}

/// Runs the files as one program and returns its exit code; nothing if they have no main.
static llvm::Expected<std::optional<int>> tryProgram(const CommandLine &Line,
                                                     llvm::ArrayRef<std::string> Args) {
  CommandLine Own = Line;
  Own.Opts.CompilerArgs = Line.Opts.BuildArgs;
  llvm::Expected<std::vector<Unit>> Units =
      listUnits(Own, Args.take_front(llvm::find(Args, "--") - Args.begin()));
  if (!Units)
    return Units.takeError();
  llvm::Expected<Selection> Asked = Selection::make(Line.Opts);
  if (!Asked)
    return Asked.takeError();
  Session S(Own, *Units, std::nullopt, std::move(*Asked));
  std::optional<ProgramRun> Ran =
      Units->empty() ? std::nullopt : runProgram(Own, *Units, S.Sources);
  if (!Ran)
    return std::nullopt;
  return Run(Own, S, {}).finish(std::move(*Ran));
}

/// Checks once, before any file is read, that the sandbox works. A simulation needs nothing else.
static llvm::Error askForSandbox(const CommandLine &Line) {
  if (Line.WithoutSandbox)
    sandbox::forbid();
  if (Line.Opts.RunProgram && (Line.WithoutSandbox || !sandbox::canHoldTo()))
    return llvm::createStringError(
        "this system cannot confine host code (Landlock, seccomp); --run-program is refused");
  if (Line.Opts.NoReplay || sandbox::available())
    return llvm::Error::success();
  const std::string Why = "this system has no seccomp filters to confine the code of kernels";
  if (Line.Opts.Simulate.On)
    return llvm::createStringError(Why + "; nothing is simulated");
  llvm::WithColor::note(llvm::errs(), "cuda-fix")
      << Why << "; findings and repairs are not run on the CPU\n";
  return llvm::Error::success();
}

int runAnalysis(const CommandLine &Line, llvm::ArrayRef<std::string> Args) {
  auto Fail = [](llvm::Error E) -> int {
    if (!E)
      return Clean;
    llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
    return BadUsage;
  };
  if (llvm::Error E = validate(Line))
    return Fail(std::move(E));
  if (llvm::Error E = askForSandbox(Line))
    return Fail(std::move(E));
  bool Whole = mayBeProgram(Line.Opts);
  if (Whole && Line.Opts.RunProgram) {
    llvm::Expected<std::optional<int>> Code = tryProgram(Line, Args);
    if (!Code)
      return Fail(Code.takeError());
    if (*Code)
      return **Code;
  }
  std::optional<Baseline> Known;
  if (!Line.Opts.Baseline.empty()) {
    llvm::Expected<Baseline> Read = Baseline::read(Line.Opts.Baseline);
    if (!Read)
      return Fail(Read.takeError());
    Known = std::move(*Read);
  }
  llvm::Expected<std::vector<Unit>> Units = listUnits(Line, Args);
  if (!Units)
    return Fail(Units.takeError());
  if (Units->empty())
    return Fail(llvm::createStringError("no CUDA file (.cu) in the folders or the build given"));
  llvm::Expected<Selection> Asked = Selection::make(Line.Opts);
  if (!Asked)
    return Fail(Asked.takeError());
  std::set<StringRef> Folders;
  for (const Unit &U : *Units)
    if (!Line.Opts.Since.empty() && Folders.insert(llvm::sys::path::parent_path(U.File)).second)
      if (llvm::Error E = checkRevision(U.File, Line.Opts.Since))
        return Fail(std::move(E));
  llvm::Expected<std::vector<Unit>> HostUnits = listHostUnits(Line);
  if (!HostUnits)
    return Fail(HostUnits.takeError());
  Files Sources;
  if (Whole && !Line.Opts.RunProgram && mentionsMain(*Units, Sources))
    llvm::errs() << "kernels are run one by one; with --run-program the program itself is run, its "
                    "host code included\n";
  Session S(Line, std::move(*Units), std::move(Known), std::move(*Asked));
  for (const Unit &U : S.units())
    S.Sources.assumeEmbedded(U.File);
  if (Line.Stdin) {
    auto Text = llvm::MemoryBuffer::getSTDIN();
    if (!Text)
      return Fail(llvm::createStringError("standard input: " + Text.getError().message()));
    S.Sources.assume(absolutePath(Line.Opts.Paths.front()), (*Text)->getBuffer().str());
  }
  S.WithDetails = wantsPictures(Line);
  switch (Line.What) {
  case Command::Summarise:
    return Fail(writeIfNew(Line.Out, S.summariseAll(std::move(*HostUnits))));
  case Command::Link:
    return Fail(linkUnits(S, std::move(*HostUnits)));
  case Command::Check:
    return Fail(checkUnits(S, std::move(*HostUnits)));
  case Command::Merge:
    return Run(Line, S, std::move(*HostUnits)).merge();
  default:
    return Run(Line, S, std::move(*HostUnits)).finish();
  }
}

} // namespace cudafix::cli
