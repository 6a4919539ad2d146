// SPDX-License-Identifier: Apache-2.0
//
// The block that a kernel is written for, by how far its threads step.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// How many threads along a dimension step together over what conditions compare and what is
/// divided: of `for (i = threadIdx.x; i < n; i += 256)`, 256 along x. A block that has another
/// length leaves out elements or takes some twice. At most three numbers, the first ones found.
llvm::SmallVector<unsigned, 3> blockSteps(const Kernel &K, unsigned Dim);

} // namespace cudafix
