// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void blockSyncOk(int *out) {
  __shared__ int s[1024];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank()] = out[threadIdx.x];
  block.sync();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void freeFunctionOk(int *out) {
  __shared__ int s[1024];
  auto block = cg::this_thread_block();
  s[threadIdx.x] = out[threadIdx.x];
  cg::sync(block);
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void halfSyncsBad(int *out) {
  auto block = cg::this_thread_block();
  if (block.thread_rank() < 64)
    block.sync(); // expect-error: barrier-divergence, allow: redundant-barrier
  out[threadIdx.x] = 1;
}
