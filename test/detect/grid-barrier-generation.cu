// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

__device__ unsigned arrived, generation;
__device__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned mine = atomicAdd(&generation, 0);
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      atomicExch(&arrived, 0);
      __threadfence();
      atomicAdd(&generation, 1);
    }
    while (atomicAdd(&generation, 0) == mine)
      ;
    __threadfence();
  }
  __syncthreads();
}

__global__ void stepsOk(int *from, int *to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    to[i] = from[gridDim.x * 64 - 1 - i];
    meet();
    from[i] = to[i];
    meet();
  }
}
