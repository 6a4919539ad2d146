// SPDX-License-Identifier: Apache-2.0
//
// What detectors report and repairs propose, as plain values; the reports print these.
#pragma once

#include "model/Condition.h"
#include "model/Kernel.h"
#include "model/Launch.h"
#include "model/Premise.h"
#include "model/Satisfiability.h"
#include <array>

namespace cudafix {

enum class Check : uint8_t;

enum class Level : uint8_t { Error, Warning, Note };

/// The value of a scalar parameter, of a member of a parameter, or of a `__constant__` variable.
struct ScalarValue {
  unsigned Parameter = 0; ///< its position; NoId for variables
  std::string Name;       ///< for people: "n", "extent.width"
  int64_t Value = 0;
  bool operator<(const ScalarValue &O) const {
    return std::tie(Name, Value) < std::tie(O.Name, O.Value);
  }
};

/// Two concrete threads (or one, for a missed barrier) and the values that bring them there.
struct Witness {
  struct Thread {
    std::array<uint64_t, 3> Block{};
    std::array<uint64_t, 3> Thread{};
  };
  std::array<uint64_t, 3> BlockDim{1, 1, 1};
  std::array<uint64_t, 3> GridDim{1, 1, 1};
  std::array<uint64_t, 3> ClusterDim{1, 1, 1};
  std::vector<Thread> Threads;
  std::vector<ScalarValue> Values; ///< sorted by name
  /// Iterations of the loops around the threads, in words.
  std::vector<std::pair<std::string, int64_t>> Iterations;
};

/// The values as reports print them, together with the dimensions of clusters of several blocks;
/// sorted by name.
std::vector<std::pair<std::string, int64_t>>
printedValues(llvm::ArrayRef<ScalarValue> Values, const std::array<uint64_t, 3> &ClusterDim);

/// The role of a further place that a finding names.
enum class Role : uint8_t {
  Read,
  Write,
  Atomic,
  AsyncCopy,
  Access, ///< an access of any kind for which the finding also holds
  Barrier,
  Fence,
  Meeting, ///< the place where another lane waits
  Caller,
  Synchronization, ///< a lock or flag that fails to order a race
  Launch,
  Copy, ///< a copy by the host
};

struct Related {
  SourceLoc Loc;
  Role What = Role::Access;
  std::string Text; ///< message for the text report
};

/// Bytes [Offset, Offset + Length) of File become Text.
struct Edit {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
  bool operator<(const Edit &O) const {
    return std::tie(File, Offset, Length, Text) < std::tie(O.File, O.Offset, O.Length, O.Text);
  }
  bool operator==(const Edit &O) const {
    return std::tie(File, Offset, Length, Text) == std::tie(O.File, O.Offset, O.Length, O.Text);
  }
};

/// How safe a repair is to apply: proven right, right under its `Assumptions`, a suggestion, or
/// advice without a patch.
enum class Applicability : uint8_t { Proven, Conditional, Suggested, Manual };
/// How a simulation of the repaired kernel compares: equal output, equal but for the order of
/// threads, different output, or not simulated.
enum class Simulated : uint8_t { Equal, Unordered, Different, Skipped };

/// Named integer measures, sorted by name: "block_barriers", "warp_barriers", ...
using Cost = std::vector<std::pair<std::string, int64_t>>;

/// An upper bound of the cost of the grid, as a formula, before and after a repair.
struct FormulaChange {
  std::string Metric, Before, After;
};

/// What was checked about a repair.
struct Verification {
  bool Parses = false;
  bool FindingGone = false;
  unsigned NewFindings = 0;
  bool IRVerified = false; ///< LLVM's verifier and the NVPTX backend accept the patched IR
  Simulated Result = Simulated::Skipped;
  std::string SimulatedReason; ///< why skipped or different
  Cost Before, After;
  std::vector<FormulaChange> Formulas; ///< only those that differ
};

/// Something that a reader of a repair should know.
struct RepairNote {
  RepairNote(std::string Text = "", bool OnIR = false) : Text(std::move(Text)), OnIR(OnIR) {}
  std::string Text;
  bool OnIR; ///< it says why the repair has no IR form
};

struct Repair {
  std::string Id;
  bool None = false; ///< there is no repair; the notes say why
  Applicability How = Applicability::Manual;
  std::vector<std::string> Assumptions; ///< conditions that a `Conditional` repair relies on
  std::vector<RepairNote> Notes;        ///< e.g. why it has no source form, or its other order
  std::string Title;
  std::vector<unsigned> BarrierLines; ///< lines before which it puts barriers
  std::vector<Edit> Edits;            ///< sorted, not overlapping; empty: no source form
  bool HasIR = false;
  std::string PatchedIR; ///< textual LLVM IR of the device module, when HasIR
  Verification Check;
  /// The layout of memory changes: buffers of the kernel cannot be compared, but the output of the
  /// whole program can.
  bool ChangesLayout = false;
  bool MakesAtomic = false;     ///< the repair makes accesses of the finding atomic
  bool KeepsThreadsOut = false; ///< some statement is executed by fewer threads than before
  bool WasUndefined = false;    ///< the original has no defined result
  /// A shared array with cells that threads may leave unwritten because they now stay out, and that
  /// others read; runs do not always show it. Empty: there is none.
  std::string MayLeaveEmpty;
  std::vector<unsigned> AlsoFixes; ///< indices of other findings that the repair removes
};

/// What a lock, flag or ticket lacks to order the two accesses of a race.
struct SyncFlaw {
  enum class Kind : uint8_t {
    NoLock,        ///< the thread does not hold the lock that the other thread holds
    OtherLock,     ///< the two threads can hold different locks
    NoFenceAfter,  ///< no fence between the lock or flag and the access after it
    NoFenceBefore, ///< no fence between the access and the release after it
    NarrowFence,   ///< that fence covers the block only
    NarrowAtomic,  ///< the atomic covers the block only
  } What;
  unsigned Thread = 0;  ///< index of the thread that lacks it: 0 or 1
  AccessId Op = NoId;   ///< the lock or flag operation
  FenceId Fence = NoId; ///< NarrowFence only
};

struct Finding {
  std::string Id; ///< textual id of its check, for people
  Level Severity = Level::Warning;
  Confidence How = Confidence::Possible;
  std::string KernelName;
  SourceLoc Loc;
  std::string Message;
  std::string Object; ///< races: the array, as the source names it
  std::vector<Related> RelatedPlaces;
  std::optional<Witness> Example;
  std::vector<std::pair<std::string, int64_t>> Metrics;
  std::vector<std::string> Facts; ///< launch facts used
  std::vector<Premise> Premises;  ///< conventions whose violation the finding needs
  std::string Repeat; ///< simulate: options that reproduce the inputs, if they were searched for
  std::vector<Repair> Repairs; ///< cheapest verified first
  /// Performance findings: what a block loses here (sectors, passes over shared memory, half-empty
  /// warps), weighted by expected executions; the worst are listed first.
  std::optional<double> Weight;

  // What repairs and verification start from; not printed.
  std::vector<AccessId> Accesses;  ///< the racing pair (both the same id: a statement with itself)
  std::vector<BarrierId> Barriers; ///< divergent or redundant ones
  std::vector<NeededCondition> Needed; ///< redundant barriers: the `Facts` as conditions
  bool InterBlock = false;
  bool BlocksToo = false;      ///< nothing excludes the same race between different blocks
  bool SameWarp = false;       ///< every witness needs two lanes of one warp
  std::vector<SyncFlaw> Flaws; ///< unlocked-access: what the synchronization lacks
  /// Shared memory: elements from the start of one row to the start of the next; nullopt: there are
  /// no rows.
  std::optional<uint64_t> RowElements;

  Check check() const; ///< code that acts on a finding compares this
};

/// Verdicts for one kernel, over all its launches.
enum class RaceVerdict : uint8_t { Free, Racy, Unknown };
enum class DivergenceVerdict : uint8_t { Free, Divergent, Unknown };

/// A launch as the reports print it: dimensions and facts as C expressions, "?" unknown.
struct PrintedLaunch {
  SourceLoc Loc;
  std::array<std::string, 3> Grid, Block;
  bool KnowsBlock = false; ///< the size along x, at least, is known
  unsigned UnreadLine = 0; ///< Launch::UnreadLine
  std::vector<std::string> Facts;
  std::vector<SourceLoc> FactPlaces; ///< one for each fact
  std::vector<SourceLoc> Callers;
  /// For `explain-launch`: facts about the pointers, facts that the proof needs, and facts whose
  /// absence prevents a proof.
  std::vector<std::string> Pointers, Needed, Missing;
};
PrintedLaunch print(const Launch &L, const ExprContext &Ctx);

/// The kind of event that a simulation counts at a place.
enum class Counted : uint8_t { Read, Write, Atomic, Branch, Steps };

/// What a simulation counted at one place, summed over the warps of the launch.
struct Measure {
  SourceLoc Loc;
  Counted What = Counted::Steps;
  Cost Values; ///< sorted by name
};

/// The effects that one pass of the command optimize has on a kernel.
struct PassReport {
  std::string Pass;
  Cost Before, After;               ///< "accesses", "generic_accesses", "instructions"
  bool TakenBack = false;           ///< it would have moved code to where only some threads come
  std::vector<std::string> Generic; ///< accesses whose address space was not found, and why
};

struct KernelReport {
  std::string Name;
  SourceLoc Loc;
  std::vector<Launch> Launches;
  std::vector<PrintedLaunch> Printed;
  std::vector<std::string> LaunchTexts; ///< grid and block, printed
  bool Asked = true;                    ///< some check for races or barriers is selected
  RaceVerdict Race = RaceVerdict::Unknown;
  DivergenceVerdict Divergence = DivergenceVerdict::Unknown;
  std::vector<std::string> Unknowns; ///< "line 31: indirect call"
  bool OutOfBudget = false;          ///< open questions remain: the solver's budget was spent
  std::vector<std::string> Assumed;  ///< assumptions of the verdicts beyond source and launches
  std::vector<Premise> Premises;     ///< conventions that the verdicts rely on
  std::string FreeFor; ///< undecided in general, but free for these launches ("blocks of 128, 256")
  std::vector<Measure> Measures;  ///< of `cuda-fix simulate`, by place
  Cost BusiestWarp;               ///< of `cuda-fix simulate`: the highest counts of a single warp
  std::vector<PassReport> Passes; ///< passes of the command optimize, in their order
  Cost Questions;                 ///< numbers of questions to the solver, by what answered them
  Cost Traffic; ///< memory traffic of a block; empty unless a performance check is selected
};

/// The launches for which an undecided kernel is free; empty: none is known.
inline llvm::StringRef freeFor(const KernelReport &K) {
  return K.Race == RaceVerdict::Unknown ? llvm::StringRef(K.FreeFor) : llvm::StringRef();
}

/// Returns true if this convention is the only reason why the finding is not certain.
bool restsOn(const Finding &F, Convention C);

enum class UnitStatus : uint8_t { Analysed, Partial, Failed };

/// Everything known about one translation unit.
struct UnitReport {
  std::string File;
  UnitStatus Status = UnitStatus::Failed;
  std::string Reason;
  std::vector<std::string> Diagnostics; ///< parse errors and other remarks, for stderr
  struct {
    double Parse = 0, Model = 0, Detect = 0, Repair = 0, Verify = 0;
  } Seconds;
  std::vector<KernelReport> Kernels;
  std::vector<Finding> Findings;
  /// The unit's IR before and after the passes of the command optimize, for --emit-ir.
  std::string OriginalIR, OptimizedIR;
};

llvm::StringRef toString(Level L);
llvm::StringRef toString(Role R);
llvm::StringRef toString(Counted C);
llvm::StringRef toString(Confidence C);
llvm::StringRef toString(Applicability A);
llvm::StringRef toString(Simulated S);
llvm::StringRef toString(RaceVerdict V);
llvm::StringRef toString(DivergenceVerdict V);
llvm::StringRef toString(UnitStatus S);
llvm::StringRef toString(AccessKind K);
llvm::StringRef toString(Space S);

} // namespace cudafix
