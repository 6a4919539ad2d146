// SPDX-License-Identifier: Apache-2.0

#include "detect/Detector.h"

using namespace cudafix;
using namespace cudafix::detect;

/// Only runs on the CPU find them; see cli/pipeline/UndecidedRuns.cpp.
static std::vector<Finding> detectClusterMemory(const KernelFacts &) { return {}; }

const Detector cudafix::detect::ClusterMemory = {
    "cluster-memory", Level::Error,
    R"(A thread accesses the shared memory of another block of its cluster (mapa, map_shared_rank) that may
not have begun yet, or may have left the kernel.

Why: the blocks of a cluster run at the same time, but nothing makes one of them begin before another
does something, or stay until others are done with its memory: cluster.sync(), or
barrier.cluster.arrive and .wait, have to stand before the first such access and after the last one
(CUDA C++ Programming Guide, "Distributed Shared Memory").

How it is decided: kernels that use clusters are run on the CPU with the dimensions of their launches. An
access is wrong unless an arrival of the other block, or the exit of one of its threads, is ordered
before or after it by barriers of the cluster, mbarriers or atomics.

Limits: the block and the cluster must be known, from host code, __cluster_dims__ or --block-dim.)",
    detectClusterMemory};
