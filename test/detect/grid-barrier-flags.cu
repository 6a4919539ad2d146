// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

// The first block gathers a flag of each block and answers; not followed, but no race.
__global__ void flagsUnknown(volatile int *in, volatile int *out, int *data, int *sum,
                        int goal) {
  data[blockIdx.x * 64 + threadIdx.x] = goal;
  __threadfence();
  __syncthreads();
  if (blockIdx.x == 0) {
    while (threadIdx.x < gridDim.x && in[threadIdx.x] != goal) {
    }
    __syncthreads();
    if (threadIdx.x < gridDim.x)
      out[threadIdx.x] = goal;
  } else {
    if (threadIdx.x == 0) {
      in[blockIdx.x] = goal;
      while (out[blockIdx.x] != goal) {
      }
    }
    __syncthreads();
  }
  __threadfence();
  sum[blockIdx.x * 64 + threadIdx.x] = data[(gridDim.x - 1 - blockIdx.x) * 64];
}
