// SPDX-License-Identifier: Apache-2.0
//
// The number of steps that a warp makes in each block of a kernel's code, counted as a simulation
// would, but without one.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace llvm {
class Module;
}

namespace cudafix::simulate {

/// The number of instructions in each block of `Kernel` (a mangled name), in the order of its
/// blocks. Empty: the module has no such kernel.
std::vector<unsigned> blockSteps(const llvm::Module &Device, llvm::StringRef Kernel);

} // namespace cudafix::simulate
