// SPDX-License-Identifier: Apache-2.0
//
//   k<<<grid, block>>>(data, n + 1);
// becomes
//   int size = n + 1;
//   void *args[] = {&data, &size};
//   cudaLaunchCooperativeKernel(k, grid, block, args);
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

/// Edits that make every launch of the kernel cooperative. Fails if one cannot be rewritten, or may
/// not be visible.
llvm::Expected<std::vector<Edit>> makeCooperative(frontend::Program &P,
                                                  const frontend::KernelUnit &K);

/// Returns why no device holds all blocks of a launch at once; empty: one may.
std::string tooManyBlocks(llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::transform
