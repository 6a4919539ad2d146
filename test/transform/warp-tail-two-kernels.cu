// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// One kernel calls the function with whole warps, the other with some lanes: no barrier in
// it is right for both.

__device__ void last(volatile int *s, int tid) {
  s[tid] += s[tid + 8];
  s[tid] += s[tid + 4];
}

__global__ void whole(int *data) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32)
    last(s, threadIdx.x);
}

__global__ void part(int *data) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16)
    last(s, threadIdx.x);
}

int main() {
  whole<<<1, 64>>>(nullptr);
  part<<<1, 64>>>(nullptr);
}

// CHECK: repair: insert-barrier (manual, simulated equal): put __syncwarp() at line [[#]]
// CHECK: no source form: the function is also called from kernel part, where other lanes come
// CHECK-NEXT: and 3 more races on 's', of lines 7, 8
