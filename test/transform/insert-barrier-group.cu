// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Where a kernel has a group of its block, the block waits through it.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rotate(int *data) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank()] = data[block.thread_rank()];
  data[block.thread_rank()] = s[(block.thread_rank() + 1) % 256];
}

__global__ void mixed(int *data) {
  __shared__ int s[256];
  auto block = cg::this_thread_block();
  int t = block.thread_rank();
  s[t] = data[t];
  __syncthreads();
  int x = s[(t + 1) % 256];
  s[t] = x;
  __syncthreads();
  data[t] = s[(t + 2) % 256];
}

__device__ int sum(cg::thread_block g, int *s, int v) {
  int t = g.thread_rank();
  s[t] = v;
  for (int k = g.size() / 2; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    g.sync();
  }
  return s[0];
}

__global__ void total(const int *in, int *out) {
  __shared__ int s[256];
  int all = sum(cg::this_thread_block(), s, in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = all;
}

void run(int *d, int *out) {
  rotate<<<1, 256>>>(d);
  mixed<<<1, 256>>>(d);
  total<<<64, 256>>>(d, out);
}

// CHECK:  s[block.thread_rank()] = data[block.thread_rank()];
// CHECK-NEXT:  block.sync();
// CHECK:  int x = s[(t + 1) % 256];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  s[t] = x;
// CHECK:  s[t] = v;
// CHECK-NEXT:  g.sync();
