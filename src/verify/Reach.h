// SPDX-License-Identifier: Apache-2.0
//
// The kernels that edits affect.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include <set>

namespace cudafix::verify {

/// The absolute path of `File`, relative to the folder of the compile command.
std::string absolutePath(const frontend::Program &P, llvm::StringRef File);

/// Names of the kernels that contain the edits, or that reach a device function which contains
/// them. Empty: any kernel may change.
std::set<std::string> kernelsWith(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

/// Returns true if kernels that --kernel excludes may execute the changed code: it is not entirely
/// in the bodies of judged kernels.
bool mayChangeOthers(frontend::Program &P, llvm::ArrayRef<Edit> Edits);

} // namespace cudafix::verify
