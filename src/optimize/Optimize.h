// SPDX-License-Identifier: Apache-2.0
//
// LLVM's passes for the command optimize on the kernels of a device module, with what each one
// changed.
#pragma once

#include "model/Finding.h"
#include "llvm/Support/Error.h"
#include <map>

namespace llvm {
class Module;
} // namespace llvm

namespace cudafix::optimize {

/// The words of --passes, in the order in which the passes run.
llvm::ArrayRef<llvm::StringRef> passNames();

/// What the passes did, by the kernel's mangled name.
using PassReports = std::map<std::string, std::vector<PassReport>>;

/// Runs the passes named on every kernel. A pass that leaves a barrier where only some
/// threads come, or makes more of the memory accesses there, is taken back for that kernel.
llvm::Expected<PassReports> run(llvm::Module &M, llvm::ArrayRef<std::string> Passes);

} // namespace cudafix::optimize
