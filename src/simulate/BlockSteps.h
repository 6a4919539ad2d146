// SPDX-License-Identifier: Apache-2.0
//
// How many steps a warp makes in each block of a kernel's code, as the counters of a
// simulation count them, without a simulation.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace llvm {
class Module;
}

namespace cudafix::simulate {

/// Instructions of each block of `Kernel`, by its mangled name, in the order of its blocks.
/// Empty: the module has no such kernel.
std::vector<unsigned> blockSteps(const llvm::Module &Device, llvm::StringRef Kernel);

} // namespace cudafix::simulate
