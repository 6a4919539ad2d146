// SPDX-License-Identifier: Apache-2.0
//
// The last check of a repair: original and patched kernel run on the CPU and compared.
#pragma once

#include "host/Launches.h"
#include "simulate/Compare.h"
#include <functional>

namespace cudafix::verify {

/// Runs one comparison in a separate process, where a crash of simulated code does no harm.
using CompareApart =
    std::function<simulate::Comparison(llvm::function_ref<simulate::Comparison()> Compare)>;

/// A device module as bitcode or as text.
struct PatchedModule {
  llvm::StringRef Bytes;
  bool IsText = false;
  /// The mangled name of the kernel in it; empty: the same as in the original.
  llvm::StringRef Symbol;
  /// The block of the patched program's first launch; nullopt: not known.
  std::optional<std::array<unsigned, 3>> Block;
};

/// Returns true if a run of the kernel showed the finding and no question covers it (for a race,
/// also none about the phase that its threads wait for): then no question can show that a repair
/// removes it.
bool isFoundByRun(const Finding &F, llvm::ArrayRef<Finding> All);

/// Compares the kernel of `All[Index]` with its patched form, on the inputs of that finding's
/// witness and of the first launch.
simulate::Comparison comparePatched(frontend::Program &P, host::LaunchTable &Host,
                                    llvm::ArrayRef<Finding> All, size_t Index,
                                    PatchedModule Patched);

} // namespace cudafix::verify
