// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// An empty macro stands where a barrier of the warp once was.

#define WARP_STEP

__device__ void reduce(volatile float *part, int tid) {
  if (tid < 2)
    part[tid] += part[tid + 2];
  WARP_STEP;
  if (tid < 1)
    part[tid] += part[tid + 1];
}

__global__ void sums(const float *in, float *out) {
  __shared__ float part[32];
  part[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  reduce(part, threadIdx.x);
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

int main() { sums<<<64, 32>>>(0, 0); }

// CHECK:  WARP_STEP;
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (tid < 1)
