// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// A loop that all blocks leave by one number, which one of them writes in front of a barrier of the
// grid made by hand: it does not count as a divergent barrier.

__device__ volatile unsigned size;
__device__ unsigned arrived;

__device__ void waitForAll(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < goal)
      ;
  }
  __syncthreads();
}

__global__ void levelsUnknown(unsigned *work, unsigned blocks) {
  unsigned goal = blocks;
  while (true) {
    work[blockIdx.x * blockDim.x + threadIdx.x] += 1;
    waitForAll(goal);
    goal += blocks;
    if (blockIdx.x == 0 && threadIdx.x == 0)
      size = work[0];
    waitForAll(goal);
    goal += blocks;
    if (size > 100)
      break;
  }
}
