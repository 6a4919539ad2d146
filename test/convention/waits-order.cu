// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-waits-order' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What waits in assembly is taken to order what stands around it.

// CHECK: needs [waits-order] {{.*}} to be free
__global__ void handOver(int *out) {
  __shared__ int s[256];
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[threadIdx.x] = out[threadIdx.x];
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Lane 0 writes what a later exchange gave than the one that has what lane 1 has read.
// CHECK: needs {{.*}}[waits-order] lanes that exchange what they have read {{.*}} to be free
__global__ void later(float *out, const float *in) {
  __shared__ float s[64];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 64)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    // WITHOUT: [[@LINE+1]]:15: error: race on shared memory 's'
    float a = s[lane], b = s[lane + 32];
    for (int d = 16; d > 0; d /= 2) {
      a += __shfl_down_sync(0xffffffff, a, d);
      b += __shfl_down_sync(0xffffffff, b, d);
    }
    out[lane] = a;
    if (lane == 0)
      s[1] = b;
  }
}
