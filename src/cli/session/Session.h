// SPDX-License-Identifier: Apache-2.0
//
// The translation units of a run, the current text of their files, and what is known of each unit.
#pragma once

#include "cli/input/Files.h"
#include "cli/input/Suppressions.h"
#include "cli/options/CommandLine.h"
#include "cli/pipeline/Transfer.h"
#include "cli/pipeline/Workers.h"
#include "cli/session/Remembered.h"
#include "cli/session/Selection.h"
#include "frontend/Program.h"
#include "host/Summary.h"
#include "report/Report.h"

namespace cudafix::cli {

/// One file to analyse, with its options.
struct Unit {
  frontend::CompileCommand Cmd;
  Options Opts;
  std::string File; ///< absolute
  std::set<std::string> FailOn{};
  /// The file of this run with the host code of other units that the unit's launches depend on, and
  /// its checksum.
  std::string LinkedFile{}, LinkedSum{};
};

/// Lists the units that paths, compile database and configuration files name.
llvm::Expected<std::vector<Unit>> listUnits(const CommandLine &Line,
                                            llvm::ArrayRef<std::string> Args);

/// Lists the C++ units of the build, which may call functions that launch kernels.
llvm::Expected<std::vector<Unit>> listHostUnits(const CommandLine &Line);

/// The purpose of an analysis. Pictures and editors need details, and also costs, except for
/// pictures after a repair. Editors get each kernel at once.
enum class WorkFor : uint8_t { Report, Pictures, RepairedPictures, Editor };

/// Does the work of a unit's process: sends its results and, as remarks, its stage and kernel.
/// `Known` is what earlier processes learnt.
void work(const Unit &U, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, Emit Send,
          WorkFor Whom, llvm::StringRef Known);

/// The unqualified name of a function, as programmers write it.
std::string baseName(const std::string &Mangled);

/// Holds the units of a run and analyses them.
class Session {
public:
  Session(const CommandLine &Line, std::vector<Unit> Units, std::optional<Baseline> Known,
          Selection Asked);
  ~Session();

  /// Analyses these units, for the first time or again, with the current text of the files.
  void analyse(llvm::ArrayRef<size_t> Which);
  void analyseAll();
  /// The same, but returns the results and does not store them.
  std::vector<JobResult> judge(llvm::ArrayRef<size_t> Which);
  /// Stores the results that the process of one unit sent, and why it ended early.
  void accept(size_t Index, llvm::StringRef Bytes, llvm::StringRef Failure);
  /// Stores what a run of all units as one program found.
  void accept(UnitResult OfProgram);
  /// Summarises the host code of all units and of C++ units, as text for --launches.
  std::string summariseAll(std::vector<Unit> HostUnits);
  /// First pass over several units: a unit whose functions launch for others is analysed together
  /// with the code of these. Reads `HostUnits` that name such a function.
  void readBuild(std::vector<Unit> HostUnits);
  /// Reads the host code of these units from files that `summariseAll` wrote.
  llvm::Error takeSummaries(llvm::ArrayRef<std::string> Files);
  /// The host code of all units, and of those C++ units that name a function which launches.
  std::vector<host::UnitSummary> hostCode(std::vector<Unit> HostUnits);
  /// Calls `Do` with each unit and the units whose code leads to its launches.
  void forEachLinked(llvm::ArrayRef<host::UnitSummary> All,
                     llvm::function_ref<void(size_t Unit, std::vector<size_t> Others)> Do) const;
  /// Reads the host code that leads to the unit's launches from a file that `link` wrote.
  llvm::Error takeFacts(size_t Index, const std::string &File);
  /// Removes all units but those of --shard.
  void keepShard();
  /// The units that may include one of these files.
  std::vector<size_t> readersOf(const std::vector<std::string> &Changed) const;

  /// Details of kernels after repairs that change their performance, by the edits of the repair.
  /// Paths are absolute.
  std::map<std::vector<Edit>, std::vector<KernelDetails>>
  repairedDetails(const report::RunReport &R) const;

  /// The report that the user sees: merged, without suppressed, recorded and hidden findings. Paths
  /// are absolute.
  report::RunReport report() const;
  llvm::ArrayRef<UnitResult> results() const { return Results; }
  llvm::ArrayRef<Unit> units() const { return Units; }
  /// Returns true if --fail-on holds `What` and `Has` is true of a unit.
  bool failsOn(llvm::StringRef What, llvm::function_ref<bool(const UnitReport &)> Has) const;
  /// The number of findings in the baseline that no longer exist, in files that were read as a
  /// whole.
  size_t staleInBaseline() const;
  const CommandLine &commandLine() const { return Line; }
  const Remembered &former() const { return Former; }
  /// What earlier analyses of a unit learnt; `learn` adds to it.
  std::string learntOf(size_t Index) { return Former.learntOf(Units[Index]); }
  void learn(size_t Index, llvm::StringRef Learnt) { Former.learn(Units[Index], Learnt); }
  Files Sources;
  bool WithDetails = false; ///< collect details for pictures

private:
  /// All findings, with hidden ones in a list of their own; suppressions are applied, but nothing
  /// else is left out.
  report::RunReport gather(std::vector<Finding> &Hidden) const;
  std::vector<CompleteFile> completeFiles() const;
  bool isOwn(const Finding &F, const Options &Opts) const;
  using TaskWork = llvm::function_ref<void(
      const Task &, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>, Emit, llvm::StringRef Known)>;
  /// Runs the tasks and returns results in their order; remembered results are not computed again.
  std::vector<JobResult> run(llvm::ArrayRef<Task> Tasks, TaskWork Work) const;
  std::vector<host::UnitSummary> summarise(llvm::ArrayRef<Unit> Of);

  const CommandLine &Line;
  std::vector<Unit> Units;
  std::optional<Baseline> Known;
  Selection Asked;
  std::vector<UnitResult> Results;
  std::string LaunchFile;                         ///< temporary, holds the launches of this build
  std::map<std::string, host::UnitSummary> Given; ///< by file
  mutable Remembered Former;
};

/// Calls `Change` for every path in the report.
void forEachPath(report::RunReport &R, llvm::function_ref<void(std::string &)> Change);

} // namespace cudafix::cli
