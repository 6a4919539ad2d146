// SPDX-License-Identifier: Apache-2.0
//
// Host operations in different streams that nothing orders and that access the same allocation.
// Anything that may order them is assumed to do so.
#pragma once

#include "host/StreamOps.h"

namespace cudafix::host {

/// A pair of operations in one function, stored with the later launch, or with the earlier one if
/// the later operation is a copy.
struct PairAtKernel {
  const Kernel *Model;
  StreamPair Pair;
};
std::vector<PairAtKernel> unorderedPairs(llvm::Function &F, HostMemory &Memory,
                                         llvm::ArrayRef<HostLaunch> Launches, StreamOps::Models Of,
                                         bool PerThread);

/// For launches that may begin while earlier operations run: the last kernels before them in their
/// stream that are passed the same memory.
struct EarlierAtKernel {
  const Kernel *Model;
  SourceLoc Launch;
  EarlierUse Use;
};
std::vector<EarlierAtKernel> earlierUses(llvm::Function &F, HostMemory &Memory,
                                         llvm::ArrayRef<HostLaunch> Launches, StreamOps::Models Of,
                                         bool PerThread);

} // namespace cudafix::host
