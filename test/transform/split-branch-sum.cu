// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe | FileCheck %s
// A sum over the block that some threads return before: all call it, with 0 where they have nothing
// to add, as its sums over warps allow.

__device__ float sumOfWarp(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}

__device__ float sumOfBlock(float v, float *partial) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = sumOfWarp(v);
  if (lane == 0)
    partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < 8 ? partial[lane] : 0;
  if (warp == 0)
    v = sumOfWarp(v);
  return v;
}

__global__ void distance(const float *a, const float *b, float *out, int n) {
  __shared__ float partial[8];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  float d = a[i] - b[i];
  float sum = sumOfBlock(d * d, partial);
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

void run(const float *a, const float *b, float *out, int n) { distance<<<(n + 255) / 256, 256>>>(a, b, out, n); }

// CHECK:       const bool active = i < n;
// CHECK:         d = a[i] - b[i];
// CHECK:       float sum = sumOfBlock(active ? d * d : 0.0f, partial);
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  if (threadIdx.x == 0)
