// SPDX-License-Identifier: Apache-2.0
//
// Repairs that lay out memory anew leave kernels that cannot be compared buffer by buffer:
// there the program that the unit is, if it is one, is run before and after.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include <functional>

namespace cudafix::verify {

/// What came of a program that was run on the simulated device.
struct ProgramOutput {
  std::string Text;        ///< standard output
  std::optional<int> Code; ///< of its end
  std::string Problem;     ///< why it did not come to its end
};

/// Runs the one unit as a program, without arguments, where a crash does no harm.
using RunProgram = std::function<ProgramOutput(const frontend::CompileCommand &Cmd,
                                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)>;

/// Why a unit is not run to check a repair; empty: it may be. It has to have a main, and to
/// call nothing but the CUDA runtime and functions of the C and C++ libraries that compute,
/// allocate and print; assembly could do anything.
std::string whyNotRun(const llvm::Module *Host);

/// Runs original and patched program. Equal: both print the same and end with the same code.
/// Skipped, with the reason, where the original may not be run, prints nothing, or not the
/// same in two runs.
class ProgramComparer {
public:
  ProgramComparer(frontend::Program &P, RunProgram Run) : P(P), Run(std::move(Run)) {}
  /// Result, and the reason when it is Skipped or Different.
  std::pair<Simulated, std::string> compare(llvm::ArrayRef<Edit> Edits);

private:
  frontend::Program &P;
  RunProgram Run;
  std::optional<ProgramOutput> Before; ///< once it was run
  std::string Why;                     ///< it cannot be compared with
};

} // namespace cudafix::verify
