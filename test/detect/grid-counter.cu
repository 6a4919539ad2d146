// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

// A grid barrier by hand: every block arrives and waits until all have.
__global__ void arriveAndWaitOk(volatile unsigned *count, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((unsigned *)count, 1u);
    while (*count < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = part[(gridDim.x - 1 - blockIdx.x) * 64 + threadIdx.x];
}

__global__ void noFenceBad(volatile unsigned *count, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // expect: unlocked-access
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((unsigned *)count, 1u);
    while (*count < gridDim.x) {
    }
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = part[(gridDim.x - 1 - blockIdx.x) * 64 + threadIdx.x];
}

// Half of the blocks are enough to go on.
__global__ void halfArrivedBad(volatile unsigned *count, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((unsigned *)count, 1u);
    while (*count < gridDim.x / 2) {
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = part[(gridDim.x - 1 - blockIdx.x) * 64 + threadIdx.x];
}
