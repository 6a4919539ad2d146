// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s --checks=shared-race,intra-warp-race | FileCheck %s --match-full-lines --strict-whitespace
// The launch has one warp in a block; other launches may have more, and need the whole barrier.
#define N 32

__global__ void reverse(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  data[t] = s[blockDim.x - 1 - t];
}

// Lanes of one warp in blocks of any size.
__global__ void neighbours(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  data[t] = s[t ^ 1];
}

void run(int *data) {
  reverse<<<1, N>>>(data);
  neighbours<<<1, N>>>(data);
}

// CHECK:  s[t] = data[t];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  data[t] = s[blockDim.x - 1 - t];
// CHECK:  s[t] = data[t];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  data[t] = s[t ^ 1];
