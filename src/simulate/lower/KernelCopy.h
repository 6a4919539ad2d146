// SPDX-License-Identifier: Apache-2.0
//
// One kernel of a module of many: what copies, compiles or counts it need not do so with all.
#pragma once

#include "llvm/IR/Module.h"
#include <memory>

namespace cudafix::simulate {

/// A module with the kernel and what it may call; other functions keep their declaration.
std::unique_ptr<llvm::Module> copyOfKernel(const llvm::Module &Device, llvm::StringRef Kernel);

} // namespace cudafix::simulate
