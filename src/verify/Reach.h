// SPDX-License-Identifier: Apache-2.0
//
// Which kernels edits reach.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include <set>

namespace cudafix::verify {

/// `File` as the compile command's folder completes it.
std::string absolutePath(const frontend::Program &P, llvm::StringRef File);

/// Names of the kernels in whose definitions the edits lie, or that come to a device function in
/// which they lie. Empty: any kernel may change.
std::set<std::string> kernelsWith(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

/// Returns true if kernels that --kernel leaves out may run what the edits change: not all of them
/// are in the bodies of kernels that are judged.
bool mayChangeOthers(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

} // namespace cudafix::verify
