// SPDX-License-Identifier: Apache-2.0
//
// Runs LLVM's passes for the command optimize on the kernels of a device module, and reports the
// changes of each.
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

/// The effects of the passes, by the kernel's mangled name.
using PassReports = std::map<std::string, std::vector<PassReport>>;

/// Runs the named passes on every kernel. A pass is undone for a kernel if it moves a barrier to
/// where only some threads come, or increases the number of memory accesses there.
llvm::Expected<PassReports> run(llvm::Module &M, llvm::ArrayRef<std::string> Passes);

} // namespace cudafix::optimize
