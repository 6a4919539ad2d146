// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --arch sm_90 %s | FileCheck %s
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// What another kernel runs, too, is not changed for one of them.
__device__ void begin(Barrier *bar) {
  if (threadIdx.x == 0)
    init(bar, 128);
  __syncthreads();
}
__global__ void half(int *out) {
  __shared__ Barrier bar;
  begin(&bar);
  if (threadIdx.x < 64)
    (void)bar.arrive();
  // CHECK: fix-count-not.cu:[[#@LINE+2]]:{{.*}}deadlock
  // CHECK: no repair was found
  bar.wait_parity(0);
  out[threadIdx.x] = 1;
}
__global__ void whole(int *out) {
  __shared__ Barrier bar;
  begin(&bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

// Another count lets no thread wait forever, and brings a race.
__global__ void readEarly(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    init(&bar, 128);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 64)
    (void)bar.arrive();
  // CHECK: fix-count-not.cu:[[#@LINE+2]]:{{.*}}deadlock
  // CHECK: taken back: the repaired kernel has a race on 's'
  bar.wait_parity(0);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

void launches(int *out) {
  half<<<1, 128>>>(out);
  whole<<<1, 128>>>(out);
  readEarly<<<1, 128>>>(out);
}
