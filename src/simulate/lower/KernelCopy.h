// SPDX-License-Identifier: Apache-2.0
//
// A copy of one kernel, without the other kernels of its module, to run it or to count its steps.
#pragma once

#include "llvm/IR/Module.h"
#include <memory>

namespace cudafix::simulate {

/// A module with all variables, the kernel (a mangled name) and the functions it may call; other
/// functions are only declared.
std::unique_ptr<llvm::Module> copyOfKernel(const llvm::Module &Device, llvm::StringRef Kernel);

} // namespace cudafix::simulate
