// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// All threads of a block go through such loops equally often, though each has an index of its own: they
// decide alike as long as they have.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(const int *in, int *out, int n) {
  __shared__ int found;
  const int t = threadIdx.x;
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i - t < n) {
    if (t == 0)
      found = 0;
    __syncthreads();
    if (i < n && in[i] > 0)
      atomicAdd(&found, 1);
    __syncthreads();
    if (i < n)
      out[i] = found;
    i += gridDim.x * blockDim.x;
  }
}

__global__ void gather(const int *in, int *out, long long n) {
  __shared__ int list[128];
  __shared__ unsigned length;
  auto block = cg::this_thread_block();
  auto t = block.thread_rank();
  long long i = (long long)blockDim.x * blockIdx.x + threadIdx.x;
  while (i - t < n) {
    if (t == 0)
      length = 0;
    block.sync();
    if (i < n && in[i] >= 0)
      list[atomicAdd(&length, 1u)] = in[i];
    block.sync();
    unsigned all = length;
    for (unsigned k = t; k < all; k += 128)
      out[i - t + k] = list[k];
    i += (long long)gridDim.x * blockDim.x;
  }
}

void run(const int *in, int *out, int n) {
  count<<<64, 128>>>(in, out, n);
  gather<<<64, 128>>>(in, out, n);
}

// CHECK-LABEL:__global__ void count(const int *in, int *out, int n) {
// CHECK:      out[i] = found;
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    i += gridDim.x * blockDim.x;

// CHECK-LABEL:__global__ void gather(const int *in, int *out, long long n) {
// CHECK:    unsigned all = length;
// CHECK-NEXT:    block.sync();
// CHECK-NEXT:    for (unsigned k = t; k < all; k += 128)
