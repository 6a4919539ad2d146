// SPDX-License-Identifier: Apache-2.0
//
// A translation unit as verification compares it: its findings, named so that they can be
// found again in the patched file, and the verdicts and costs of its kernels. Holds no
// AST or IR.
#pragma once

#include "frontend/Program.h"
#include "host/Launches.h"
#include "model/Check.h"
#include "model/Finding.h"
#include <array>
#include <map>

namespace cudafix::verify {

/// A finding and three names for it, from strict to loose, under which it is looked for
/// after edits.
struct NamedFinding {
  std::string Id, Kernel;
  Check check() const { return checkOf(Id); }
  unsigned Line = 0;
  bool Slight = false; ///< a note that something costs little
  bool Counts = true;  ///< an error or a warning that is shown, or a race that is a note
  std::string ByPlace; ///< check, kernel, where its lines stood before the edits
  std::string ByLine;  ///< check, kernel, the source lines it names
  std::string ByText;  ///< check, kernel, the expressions it names
  /// Where the racing accesses stood before the edits, and their text.
  std::vector<std::pair<std::string, std::string>> Accesses;
};

/// The block of the first launch, where it is constant.
std::optional<std::array<unsigned, 3>> constantBlock(llvm::ArrayRef<Launch> Launches);

struct JudgedUnit {
  std::string Problem; ///< why the text does not parse as well as before; empty: it does
  std::vector<NamedFinding> Findings;
  std::map<std::string, KernelReport> Reports; ///< by kernel, of those judged
  std::map<std::string, Cost> Costs;           ///< by kernel, of those judged
  /// What their grids cost, as formulas by metric, by kernel, of those judged.
  std::map<std::string, std::map<std::string, std::string>> Formulas;
  std::map<std::string, uint64_t> SharedBytes; ///< declared, by kernel, of those judged
  std::map<std::string, std::string> Symbols;  ///< mangled names by kernel, of those judged
  /// Constant blocks by kernel, of those judged.
  std::map<std::string, std::optional<std::array<unsigned, 3>>> Blocks;
  size_t NotJudged = 0;     ///< kernels that the edits may change, too
  uint64_t SolverUnits = 0; ///< resource units that judging it took
  std::string Bitcode;      ///< of the patched device module
  bool OnlyTraffic = false; ///< the kernel moves too much: nothing else of it was judged
};

/// Returns true if what a block of the patched kernel moves is worth judging the rest.
using WorthOfTraffic = llvm::function_ref<bool(const Cost &)>;

/// Names findings of `P`, as it is.
std::vector<NamedFinding> nameFindings(frontend::Program &P, llvm::ArrayRef<Finding> All);

/// The files of `P`'s parse with the edits made.
llvm::Expected<llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>>
patchedFiles(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

/// Parses `P`'s file with the edits made, in memory, and judges the kernels they can
/// change: those whose definitions they lie in, or all when one lies elsewhere. Of very many
/// (template instances) only `Kernel` and a few others are, unless the level is exhaustive. What
/// `Kernel` moves comes first, as races cost far more; with a null `IsWorth`, anything is worth it.
JudgedUnit judgePatched(frontend::Program &P, const Options &Opts, llvm::ArrayRef<Edit> Edits,
                        llvm::StringRef Kernel, WorthOfTraffic IsWorth = nullptr);

/// How many files of few kernels one parse of the unit is worth.
size_t parsesWorth(frontend::Program &P);

/// Judges one kernel of `P` as it is.
JudgedUnit judgeAsIs(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                     llvm::StringRef KernelName);

/// Returns true if `P` has the race that is found in its patched text, and that was not found in
/// `P` only because other questions took what the solver may spend, or as it names an access that
/// took the place of those in `Replaced`.
bool wasRacy(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
             const NamedFinding &Race, llvm::ArrayRef<AccessId> Replaced = {});

/// Judges one kernel of a patched device module, read back from its text, for repairs that
/// have no source form. Findings are named as in `P`, whose lines they have.
JudgedUnit judgePatchedIR(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                          llvm::StringRef Text, llvm::StringRef KernelName);

/// Says if `Old[Index]` is gone, and which errors and warnings of `New` are not in `Old`.
struct Comparison {
  bool Gone = false;
  std::vector<const NamedFinding *> Added;
};
Comparison compare(llvm::ArrayRef<NamedFinding> Old, size_t Index,
                   llvm::ArrayRef<NamedFinding> New);

} // namespace cudafix::verify
