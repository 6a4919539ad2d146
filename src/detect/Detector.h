// SPDX-License-Identifier: Apache-2.0
//
// A detector is data plus one function; model/Checks.def lists them.
#pragma once

#include "analysis/footprint/Footprint.h"
#include "analysis/question/AbsentLanes.h"
#include "analysis/question/AsyncOrder.h"
#include "analysis/question/Race.h"
#include "model/Finding.h"
#include <set>

namespace cudafix::detect {

/// State that the kernels of a unit share while they are judged.
struct UnitFacts {
  uint64_t OfShapes = 18'000'000;   ///< solver units left for launches of one shape
  uint64_t OfBarriers = 12'000'000; ///< solver units left for the search for redundant barriers
  uint64_t OfLanes = 6'000'000;     ///< solver units left for the check absent-lanes
  /// Places of barriers that some kernel was found to need: other kernels are not asked about them.
  std::set<SourceLoc> NeededBarriers = {};
};

/// What detectors see of one kernel: all races and divergences are computed once and shared.
struct KernelFacts {
  const Kernel &K;
  llvm::ArrayRef<Launch> Launches;
  const analysis::RaceOptions &Race;
  const Options &Opts;
  /// One result per launch.
  std::vector<analysis::RaceResult> Races;
  std::vector<analysis::DivergenceResult> Divergences;
  /// By launch; empty unless the check absent-lanes is selected.
  std::vector<std::vector<analysis::AbsentLane>> AbsentLanes = {};
  /// By launch: faults of async proxy copies, and of waits for other kernels.
  std::vector<std::vector<analysis::AsyncFault>> AsyncFaults = {};
  /// The memory accesses of the lanes of a warp; empty unless a performance check is selected.
  std::vector<analysis::Footprints> Memory = {};
  UnitFacts *OfUnit = nullptr; ///< null: the kernel is judged alone
};

/// What a check is about; --checks takes the names of the groups as well as ids.
enum class Group : uint8_t { Synchronization, Performance };

struct Detector {
  llvm::StringLiteral Id;
  Level Severity;
  /// What it finds, why that is a bug, how it is decided, and its limits. The only documentation of
  /// the check: `explain ID` and docs/checks.md come from it.
  llvm::StringLiteral Explanation;
  std::vector<Finding> (*Detect)(const KernelFacts &F);
  Group Kind = Group::Synchronization;
  /// Performance checks: the measure that their repairs have to lower, by its name in traffic();
  /// empty: no measure.
  llvm::StringLiteral Measures = "";
};

/// The detector of a check; null if it has none.
const Detector *detectorOf(Check C);

/// Returns true for a performance check. Its findings are not bugs: a repair may introduce other
/// ones, as its cost shows.
bool isPerformance(Check C);
/// The globs of --checks with the names of groups replaced by ids.
std::string expandGroups(llvm::StringRef Checks);

/// All detectors, in the order of model/Checks.def.
llvm::ArrayRef<Detector> detectors();

#define CHECK(Name) extern const Detector Name;
#include "model/Checks.def"
#include "smt/Workspace.h"
#undef CHECK

/// Measures of a block weighted by expected executions: "asked_bytes" (of global memory, by all
/// lanes), "bank_passes", "excess_warps" (DivergentBranch.cpp), "sectors" and "shared_bytes", each
/// for the launch in which it is largest.
Cost traffic(const Kernel &K, llvm::ArrayRef<analysis::Footprints> OfLaunches);

/// Asks the shared questions, runs the detectors that the globs of --checks select, sets the
/// kernel's verdicts, and sorts and merges findings by source place.
KernelReport judge(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                   const Options &Opts, std::vector<Finding> &Findings,
                   llvm::raw_ostream *DumpPairs = nullptr,
                   llvm::raw_ostream *DumpQueries = nullptr);

/// Removes redundant-barrier findings that do not hold in every kernel of the unit (other
/// instantiations of a template, other callers of a device function). To be called after all
/// kernels have been judged.
void dropNeededElsewhere(llvm::ArrayRef<const Kernel *> Kernels, std::vector<Finding> &Findings);

/// convention::raceOptions() with the limits of the effort that the options ask for.
analysis::RaceOptions raceOptions(smt::Workspace &Solving, const Options &Opts);

} // namespace cudafix::detect
