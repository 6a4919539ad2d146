// SPDX-License-Identifier: Apache-2.0
//
// Operations of host code in different streams that nothing orders and that are given one
// allocation. Whatever may order them is taken to do so.
#pragma once

#include "host/StreamOps.h"

namespace cudafix::host {

/// Pairs in one function; each stands at the launch that comes later, or at the earlier one
/// where the later is a copy.
struct PairAtKernel {
  const Kernel *Model;
  StreamPair Pair;
};
std::vector<PairAtKernel> unorderedPairs(llvm::Function &F, HostMemory &Memory,
                                         llvm::ArrayRef<HostLaunch> Launches, StreamOps::Models Of,
                                         bool PerThread);

/// For launches that may begin while what stands before them runs: the kernels launched last before
/// them in their stream that are given the same memory.
struct EarlierAtKernel {
  const Kernel *Model;
  SourceLoc Launch;
  EarlierUse Use;
};
std::vector<EarlierAtKernel> earlierUses(llvm::Function &F, HostMemory &Memory,
                                         llvm::ArrayRef<HostLaunch> Launches, StreamOps::Models Of,
                                         bool PerThread);

} // namespace cudafix::host
