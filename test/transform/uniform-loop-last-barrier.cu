// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair uniform-loop %s | FileCheck %s --match-full-lines --strict-whitespace
// The barrier at the head of the new loop does for the last one of the body.

__global__ void drain(const int *first, const float *weight, float *out) {
  __shared__ float stage[64];
  int end = first[blockIdx.x + 1];
  int p = first[blockIdx.x] + threadIdx.x;
  float sum = 0;
  while (p < end) {
    stage[threadIdx.x] = weight[p];
    __syncthreads();
    sum += stage[threadIdx.x] + stage[0];
    __syncthreads();
    p += 64;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const int *first, const float *weight, float *out, int lists) {
  drain<<<lists, 64>>>(first, weight, out);
}

// CHECK:  for (bool live = p < end; __syncthreads_or(live);) {
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      stage[threadIdx.x] = weight[p];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      sum += stage[threadIdx.x] + stage[0];
// CHECK-NEXT:      p += 64;
// CHECK-NEXT:      live = p < end;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
