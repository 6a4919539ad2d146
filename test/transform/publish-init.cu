// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair publish-init %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cuda/barrier>

__global__ void meet(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    init(&bar, 128);
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// What a run finds: which threads initialise it the model does not tell.
__device__ void begin(cuda::barrier<cuda::thread_scope_block> *bars, int arrivals) {
  for (int i = 0; i < 2; ++i)
    init(&bars[i], arrivals);
}
__global__ void ring(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bars[2];
  __shared__ int s[2][128];
  if (threadIdx.x == 0)
    begin(bars, 128);
  for (int i = 0; i < 4; ++i) {
    s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
    (void)bars[i % 2].arrive();
    bars[i % 2].wait_parity(i / 2);
    out[i * 128 + threadIdx.x] = s[i % 2][127 - threadIdx.x];
  }
}

void launch(const int *in, int *out) {
  meet<<<1, 128>>>(in, out);
  ring<<<1, 128>>>(in, out);
}

// CHECK:        init(&bar, 128);
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   s[threadIdx.x] =

// CHECK:        begin(bars, 128);
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   for (int i
