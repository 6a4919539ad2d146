// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Application.h"
#include "cli/pipeline/WorkerRights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace cudafix::cli {

/// Memory limits of device and host. Device memory and its shadow together take nine times the
/// limit in address space.
static constexpr uint64_t DeviceBytes = 8ull << 30, HostBytes = 16ull << 30;

bool mayBeProgram(const Options &Opts) {
  const SimulateOption &S = Opts.Simulate;
  return S.On && Opts.KernelRegex.empty() && !S.Grid && !S.Block && !S.Cluster && !S.SharedBytes &&
         S.Arguments.empty() && !S.SingleKernels;
}

bool mentionsMain(llvm::ArrayRef<Unit> Units, Files &Sources) {
  llvm::Regex Word("(^|[^A-Za-z0-9_])main[^A-Za-z0-9_]");
  return llvm::any_of(Units, [&](const Unit &U) {
    std::optional<llvm::StringRef> Text = Sources.read(U.File);
    return Text && Word.match(*Text);
  });
}

std::optional<ProgramRun> runProgram(const CommandLine &Line, llvm::ArrayRef<Unit> Units,
                                     Files &Sources) {
  // Avoids parsing most files of kernels twice.
  if (!mentionsMain(Units, Sources))
    return std::nullopt;
  std::vector<ProgramUnit> Parts;
  for (const Unit &U : Units)
    Parts.push_back({U.Cmd, U.Opts, U.File});
  WorkerOptions Limits;
  Limits.TimeoutSeconds = Line.UnitTimeout;
  Limits.OwnErrors = true;
  Limits.OwnGroup = false; // the program may read the terminal
  Limits.Kept = workerRights(Line.Opts);
  Limits.MemoryBytes = 9 * DeviceBytes + HostBytes;
  auto Ignore = [](size_t) {};
  Limits.Progress = Ignore;
  return runProgram({Parts, Sources.fileSystem()}, Line.Opts.Simulate, DeviceBytes, Limits);
}

} // namespace cudafix::cli
