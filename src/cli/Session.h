// SPDX-License-Identifier: Apache-2.0
//
// The translation units of a run, their files as changed so far, and what is known of each.
#pragma once

#include "cli/CommandLine.h"
#include "cli/input/Files.h"
#include "cli/input/Selection.h"
#include "cli/input/Suppressions.h"
#include "cli/pipeline/Remembered.h"
#include "cli/pipeline/Transfer.h"
#include "cli/pipeline/Workers.h"
#include "frontend/Program.h"
#include "host/Summary.h"
#include "report/Report.h"

namespace cudafix::cli {

/// One file to analyse, with the options that hold for it.
struct Unit {
  frontend::CompileCommand Cmd;
  Options Opts;
  std::string File; ///< absolute
  std::set<std::string> FailOn{};
  /// Host code of other units that its launches depend on: this run's file, and a sum of it.
  std::string LinkedFile{}, LinkedSum{};
};

/// The units that paths, compile database and configuration files name.
llvm::Expected<std::vector<Unit>> listUnits(const CommandLine &Line,
                                            llvm::ArrayRef<std::string> Args);

/// The C++ units of the build, which may call functions that launch.
llvm::Expected<std::vector<Unit>> listHostUnits(const CommandLine &Line);

/// What a unit is analysed for: pictures and editors need details, and what kernels cost but for
/// pictures after a repair; editors get each kernel at once.
enum class WorkFor : uint8_t { Report, Pictures, RepairedPictures, Editor };

/// The work of a unit's process: its results, and at which stage and kernel it is as remarks.
/// `Known` is what former ones have learnt.
void work(const Unit &U, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, Emit Send,
          WorkFor Whom, llvm::StringRef Known);

/// The name of a function as programmers write it.
std::string baseName(const std::string &Mangled);

class Session {
public:
  Session(const CommandLine &Line, std::vector<Unit> Units, std::optional<Baseline> Known,
          Selection Asked);
  ~Session();

  /// Analyses these units again, or for the first time, with the files as changed so far.
  void analyse(llvm::ArrayRef<size_t> Which);
  void analyseAll();
  /// The same without taking over what their processes hand over.
  std::vector<JobResult> judge(llvm::ArrayRef<size_t> Which);
  /// Takes over what the process of one unit handed over, and why it ended early.
  void accept(size_t Index, llvm::StringRef Bytes, llvm::StringRef Failure);
  /// Takes over what a run of all units as one program found.
  void accept(UnitResult OfProgram);
  /// Host code of all units, and of C++ units, as the text of --launches.
  std::string summariseAll(std::vector<Unit> HostUnits);
  /// First pass over several units: what functions in other units launch is analysed with
  /// their code. `HostUnits` are read when they name such a function.
  void readBuild(std::vector<Unit> HostUnits);
  /// Takes these units' host code from files of `summariseAll`.
  llvm::Error takeSummaries(llvm::ArrayRef<std::string> Files);
  /// Host code of all units, and of those C++ units that name a function which launches.
  std::vector<host::UnitSummary> hostCode(std::vector<Unit> HostUnits);
  /// Calls `Do` with each unit and those whose code takes part in its launches.
  void forEachLinked(llvm::ArrayRef<host::UnitSummary> All,
                     llvm::function_ref<void(size_t Unit, std::vector<size_t> Others)> Do) const;
  /// Takes the host code that the unit's launches need from a file of the command link.
  llvm::Error takeFacts(size_t Index, const std::string &File);
  /// Leaves the units of --shard.
  void keepShard();
  /// The units that may read one of these files.
  std::vector<size_t> readersOf(const std::vector<std::string> &Changed) const;

  /// What kernels are like after repairs that change their performance, by the repair's edits.
  /// Paths are absolute.
  std::map<std::vector<Edit>, std::vector<KernelDetails>>
  repairedDetails(const report::RunReport &R) const;

  /// What a user sees: merged, without suppressed, recorded and hidden findings. Paths
  /// are absolute.
  report::RunReport report() const;
  llvm::ArrayRef<UnitResult> results() const { return Results; }
  llvm::ArrayRef<Unit> units() const { return Units; }
  /// Returns true if --fail-on names `What` for a unit of which `Has` holds.
  bool failsOn(llvm::StringRef What, llvm::function_ref<bool(const UnitReport &)> Has) const;
  /// Findings of the baseline that are no longer there, in files that were read as a whole.
  size_t staleInBaseline() const;
  const CommandLine &commandLine() const { return Line; }
  const Remembered &former() const { return Former; }
  /// What former analyses of a unit learnt, and what one more adds to it.
  std::string learntOf(size_t Index) { return Former.learntOf(Units[Index]); }
  void learn(size_t Index, llvm::StringRef Learnt) { Former.learn(Units[Index], Learnt); }
  Files Sources;
  bool WithDetails = false; ///< analyse for pictures, too

private:
  /// All findings, hidden ones apart, with suppressions done but nothing left out.
  report::RunReport gather(std::vector<Finding> &Hidden) const;
  std::vector<CompleteFile> completeFiles() const;
  bool isOwn(const Finding &F, const Options &Opts) const;
  using TaskWork = llvm::function_ref<void(
      const Task &, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>, Emit, llvm::StringRef Known)>;
  /// In the order of the tasks; what is remembered is not done again.
  std::vector<JobResult> run(llvm::ArrayRef<Task> Tasks, TaskWork Work) const;
  std::vector<host::UnitSummary> summarise(llvm::ArrayRef<Unit> Of);

  const CommandLine &Line;
  std::vector<Unit> Units;
  std::optional<Baseline> Known;
  Selection Asked;
  std::vector<UnitResult> Results;
  std::string LaunchFile;                         ///< temporary, of this build
  std::map<std::string, host::UnitSummary> Given; ///< by file
  mutable Remembered Former;
};

/// Calls `Change` for every path in the report.
void forEachPath(report::RunReport &R, llvm::function_ref<void(std::string &)> Change);

} // namespace cudafix::cli
