// SPDX-License-Identifier: Apache-2.0
//
// A translation unit as verification compares it: its findings, named so that they can be found
// again in the patched file, and the verdicts and costs of its kernels. Contains no AST or IR.
#pragma once

#include "frontend/Program.h"
#include "host/Launches.h"
#include "model/Check.h"
#include "model/Finding.h"
#include <array>
#include <map>

namespace cudafix::verify {

/// A finding with three names, from strict to loose, by which it is looked for after edits.
struct NamedFinding {
  std::string Id, Kernel;
  Check check() const { return checkOf(Id); }
  unsigned Line = 0;
  bool Slight = false; ///< a note about a small cost
  bool Counts = true;  ///< an error or a warning that is shown, or a race that is a note
  std::string ByPlace; ///< check, kernel, and the lines where it was before the edits
  std::string ByLine;  ///< check, kernel, and the text of the source lines that it names
  std::string ByText;  ///< check, kernel, and the expressions that it names
  /// The lines of the racing accesses before the edits, and their text.
  std::vector<std::pair<std::string, std::string>> Accesses;
};

/// The block of the first launch, where it is constant.
std::optional<std::array<unsigned, 3>> constantBlock(llvm::ArrayRef<Launch> Launches);

struct JudgedUnit {
  std::string Problem; ///< why the text parses less well than before; empty: it does not
  std::vector<NamedFinding> Findings;
  std::map<std::string, KernelReport> Reports; ///< of the judged kernels, by name
  std::map<std::string, Cost> Costs;           ///< of the judged kernels, by name
  /// Cost formulas of the judged kernels' grids, by kernel and metric.
  std::map<std::string, std::map<std::string, std::string>> Formulas;
  std::map<std::string, uint64_t> SharedBytes; ///< by name: declared shared memory
  std::map<std::string, std::string> Symbols;  ///< mangled names of the judged kernels, by name
  /// Constant blocks of the judged kernels, by name.
  std::map<std::string, std::optional<std::array<unsigned, 3>>> Blocks;
  size_t NotJudged = 0;     ///< number of further kernels that the edits may change
  uint64_t SolverUnits = 0; ///< solver units spent on it
  std::string Bitcode;      ///< of the patched device module
  bool OnlyTraffic = false; ///< the kernel's traffic is too high, so nothing else was judged
};

/// Returns true if the traffic of a block of the patched kernel is low enough to judge the rest.
using WorthOfTraffic = llvm::function_ref<bool(const Cost &)>;

/// Names the findings of `P` in its present form.
std::vector<NamedFinding> nameFindings(frontend::Program &P, llvm::ArrayRef<Finding> All);

/// The files of `P`'s parse with the edits applied.
llvm::Expected<llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>>
patchedFiles(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

/// Parses `P`'s file with the edits, in memory, and judges the kernels that they can change: those
/// whose definitions contain the edits, or all if some edit is elsewhere. Of very many kernels
/// (template instances), only `Kernel` and a few others are judged, unless the level is exhaustive.
/// The traffic of `Kernel` is computed first, because races cost far more to find; with a null
/// `IsWorth`, any traffic is acceptable.
JudgedUnit judgePatched(frontend::Program &P, const Options &Opts, llvm::ArrayRef<Edit> Edits,
                        llvm::StringRef Kernel, WorthOfTraffic IsWorth = nullptr);

/// The number of ordinary parses whose effort one parse of this unit takes.
size_t parsesWorth(frontend::Program &P);

/// Judges one kernel of `P` in its present form.
JudgedUnit judgeAsIs(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                     llvm::StringRef KernelName);

/// Returns true if `P` already has a race that was found in its patched text, but was not found in
/// `P` only because other questions spent the solver's budget. An access in the patched text may
/// have replaced those in `Replaced`.
bool wasRacy(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
             const NamedFinding &Race, llvm::ArrayRef<AccessId> Replaced = {});

/// Judges one kernel of a patched device module, parsed from its text, for repairs without a source
/// form. Findings are named as in `P`, because the lines are the same.
JudgedUnit judgePatchedIR(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                          llvm::StringRef Text, llvm::StringRef KernelName);

/// Says whether `Old[Index]` is gone, and which errors and warnings of `New` are not in `Old`.
struct Comparison {
  bool Gone = false;
  std::vector<const NamedFinding *> Added;
};
Comparison compare(llvm::ArrayRef<NamedFinding> Old, size_t Index,
                   llvm::ArrayRef<NamedFinding> New);

} // namespace cudafix::verify
