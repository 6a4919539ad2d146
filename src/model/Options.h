// SPDX-License-Identifier: Apache-2.0
//
// What the command line and .cuda-fix.yaml ask for; all code reads one const Options.
#pragma once

#include "model/Premise.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cudafix {

enum class Effort : uint8_t { Fast, Normal, Exhaustive };

/// `[KERNEL=]X[,Y[,Z]]` of --block-dim and --grid-dim.
struct DimOption {
  std::string Kernel; ///< empty: every kernel
  std::array<uint32_t, 3> Dim{1, 1, 1};
};

/// `[KERNEL:]EXPR` of --assume.
struct AssumeOption {
  std::string Kernel;
  std::string Text;
};

/// `[KERNEL:]block=(...) grid=(...) assume=(...)` of --launch.
struct LaunchOption {
  std::string Kernel;
  std::string Text;
};

/// The options of `cuda-fix simulate`.
struct SimulateOption {
  bool On = false;
  std::optional<std::array<uint32_t, 3>> Grid, Block, Cluster;
  std::optional<uint64_t> SharedBytes;
  std::vector<std::string> Arguments; ///< "name=value"
  unsigned Seed = 0, Schedules = 4, Search = 24;
  uint64_t MaxAccesses = 400'000'000;        ///< of one schedule
  bool Listing = false;                      ///< the source with what each line costs
  bool SingleKernels = false;                ///< an option that needs single kernels is given
  bool NoCheck = false;                      ///< programs: run kernels without checking them
  std::vector<std::string> ProgramArguments; ///< after --
};

struct OutputOption {
  std::string Format; ///< "text", "json", ...
  std::string File;   ///< empty: standard output
};

struct Options {
  std::vector<std::string> Paths;
  std::string BuildPath;                 ///< -p
  std::vector<std::string> CompilerArgs; ///< -I, -D and such, and what follows --
  std::vector<std::string> BuildArgs;    ///< the options -I, -D and such among them
  std::string Checks = "*";
  ConventionSet Conventions;
  std::string KernelRegex;
  std::string HeaderFilter, LineFilter, Since;
  std::vector<DimOption> BlockDims, GridDims;
  std::vector<AssumeOption> Assumes;
  std::vector<LaunchOption> Launches;
  std::vector<std::string> Archs; ///< --arch, "sm_80"; empty: the compile command's
  bool AssumeAlias = false, AssumeWideGrid = false;
  std::vector<std::string> IgnoreFacts; ///< classes of host facts that are not used
  std::vector<std::string> LaunchFiles; ///< --launches: summaries of other units' host code
  bool HostOnly = false;                ///< parse the host side only
  bool ToRun = false;        ///< the program will be run: undeclared names get no stand-ins
  std::string ExplainLaunch; ///< kernel whose launches are to be explained
  std::string CudaPath;
  std::string ToolPath; ///< a toolkit whose programs may be run; configuration files cannot set it
  bool NoToolkit = false;
  bool Apply = false, Unsafe = false, AllowDirty = false;
  bool Diff = false;
  std::string PatchesDir, EmitIRDir;
  std::vector<std::string> Optimize; ///< names of the passes to run on the emitted IR
  Effort Level = Effort::Normal;
  bool NoRepair = false;
  bool NoReplay = false;
  bool RunProgram = false; ///< host code of the files may be executed
  unsigned Jobs = 0;       ///< 0: one per core
  std::string CacheDir;    ///< empty: the user's cache folder (XDG)
  bool NoCache = false;
  std::vector<OutputOption> Outputs;
  std::vector<std::string> Show; ///< --show LEVELS
  SimulateOption Simulate;
  bool ExitZero = false;
  std::string Baseline;
  std::vector<std::string> Dumps; ///< ir, model, phases, pairs, queries, replay
};

} // namespace cudafix
