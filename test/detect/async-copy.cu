// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void notWaitedBad(const int *in, int *out) {
  __shared__ int s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x]; // expect: shared-race
}

__global__ void waitedOk(const int *in, int *out) {
  __shared__ int s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

__device__ void load(int *s, const int *in, int tile) {
  __pipeline_memcpy_async(&s[threadIdx.x], &in[tile * 128 + threadIdx.x], 4);
}

__global__ void twoBuffersOk(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      load(s[(k + 1) % 2], in, k + 1);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void lastTileOk(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      load(s[(k + 1) % 2], in, k + 1);
    __pipeline_commit();
    if (k + 1 < tiles)
      __pipeline_wait_prior(1);
    else
      __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void oneGroupTooManyBad(const int *in, int *out, int tiles) {
  __shared__ int s[2][128];
  int sum = 0;
  load(s[0], in, 0);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    load(s[(k + 1) % 2], in, k + 1);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x]; // expect: shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void threeStagesOk(const int *in, int *out, int tiles) {
  __shared__ int s[3][128];
  int sum = 0;
  for (int stage = 0; stage < 2; ++stage) {
    load(s[stage], in, stage);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 3][127 - threadIdx.x];
    load(s[(k + 2) % 3], in, k + 2);
    __pipeline_commit();
  }
  out[threadIdx.x] = sum;
}

__global__ void groupOk(const int *in, int *out) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void groupBad(const int *in, int *out) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  block.sync();
  out[threadIdx.x] = s[127 - threadIdx.x]; // expect: shared-race
}

__global__ void ownCellUnknown(const int *in, int *out) {
  __shared__ int s[128];
  load(s, in, 0);
  __pipeline_commit();
  out[threadIdx.x] = s[threadIdx.x];
}
