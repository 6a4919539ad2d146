// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// A barrier alone does not end a copy.
__global__ void notWaitedBad(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4); // expect: shared-race intra-warp-race
  __pipeline_commit();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + s[threadIdx.x ^ 1];
  __pipeline_wait_prior(0);
}

// Nor does the block's barrier in two parts.
__global__ void arrivedBad(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4); // expect: shared-race
  __pipeline_commit();
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  __pipeline_wait_prior(0);
}

__global__ void waitedOk(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void twoBuffersOk(const int *in, int *out) {
  __shared__ int s[2][64];
  int sum = 0, t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 0; k < 4; ++k) {
    if (k < 3)
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

// The group that is read is the one that may still be under way.
__global__ void oneGroupTooManyBad(const int *in, int *out) {
  __shared__ int s[2][64];
  int sum = 0, t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4); // expect: shared-race
  __pipeline_commit();
  for (int k = 0; k < 3; ++k) {
    __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], 4); // expect: shared-race
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 2][63 - t];
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = sum;
}

// The thread itself comes too early, too.
__global__ void ownCellBad(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; // expect: uninitialized-read
}

__global__ void ownCellOk(const int *in, int *out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// What is copied is overwritten meanwhile.
__global__ void sourceBad(int *in, int *out) {
  __shared__ int s[64];
  int g = blockIdx.x * 64 + threadIdx.x;
  __pipeline_memcpy_async(&s[threadIdx.x], &in[g], 4); // expect: global-race
  __pipeline_commit();
  __syncthreads();
  in[blockIdx.x * 64 + 63 - threadIdx.x] = 1;
  __pipeline_wait_prior(0);
  out[g] = s[threadIdx.x];
}

__global__ void groupOk(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void groupBad(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s)); // expect: shared-race
  block.sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void assemblyBad(const int *in, int *out) {
  __shared__ int s[64];
  unsigned to = __cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[threadIdx.x])); // expect: shared-race
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 1;");
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void assemblyOk(const int *in, int *out) {
  __shared__ int s[64];
  unsigned to = __cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[threadIdx.x]));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
