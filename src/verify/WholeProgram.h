// SPDX-License-Identifier: Apache-2.0
//
// A repair that changes a memory layout makes kernels incomparable buffer by buffer: if the unit is
// a whole program, that program is run before and after instead.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include <functional>

namespace cudafix::verify {

/// The result of a program run on the simulated device.
struct ProgramOutput {
  std::string Text;        ///< standard output
  std::optional<int> Code; ///< exit code
  std::string Problem;     ///< why it did not finish
};

/// Runs the unit as a program, without arguments, in a separate process.
using RunProgram = std::function<ProgramOutput(const frontend::CompileCommand &Cmd,
                                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)>;

/// Why a unit is not run to check a repair; empty: it may be run. It must have a main function, and
/// must only call the CUDA runtime and functions of the C and C++ libraries that compute, allocate
/// and print. Assembly is not allowed, as it could do anything.
std::string whyNotRun(const llvm::Module *Host);

/// Runs the original and the patched program. Equal: both print the same and exit with the same
/// code. Skipped, with the reason: the original may not be run, prints nothing, or prints different
/// output in two runs.
class ProgramComparer {
public:
  ProgramComparer(frontend::Program &P, RunProgram Run) : P(P), Run(std::move(Run)) {}
  /// The result, with the reason if it is Skipped or Different.
  std::pair<Simulated, std::string> compare(llvm::ArrayRef<Edit> Edits);

private:
  frontend::Program &P;
  RunProgram Run;
  std::optional<ProgramOutput> Before; ///< set once it was run
  std::string Why;                     ///< why it cannot be used for comparison
};

} // namespace cudafix::verify
