// SPDX-License-Identifier: Apache-2.0
//
// A copy of one kernel: to run it, or to count its steps, the other kernels of its module are not
// needed.
#pragma once

#include "llvm/IR/Module.h"
#include <memory>

namespace cudafix::simulate {

/// A module with all variables, the kernel, named as mangled, and what it may call; other functions
/// keep their declaration.
std::unique_ptr<llvm::Module> copyOfKernel(const llvm::Module &Device, llvm::StringRef Kernel);

} // namespace cudafix::simulate
