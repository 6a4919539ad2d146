// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A lock in shared memory, or places that are drawn there, order the threads of one block.

__global__ void lockedBad(int *sum, const int *v) {
  __shared__ int lock;
  if (threadIdx.x == 0)
    lock = 0;
  __syncthreads();
  bool done = false;
  while (!done)
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      sum[0] = sum[0] + v[blockIdx.x * blockDim.x + threadIdx.x]; // expect-warning: inter-block-race
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
}
__global__ void lockedUnknown(int *sum, const int *v) {
  __shared__ int lock;
  if (threadIdx.x == 0)
    lock = 0;
  __syncthreads();
  bool done = false;
  while (!done)
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      sum[blockIdx.x] = sum[blockIdx.x] + v[blockIdx.x * blockDim.x + threadIdx.x];
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
}

__global__ void inTurnBad(int *sum, const int *v) {
  __shared__ int next, now;
  if (threadIdx.x == 0) {
    next = 0;
    now = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    const int turn = atomicAdd(&next, 1);
    while (atomicAdd(&now, 0) != turn)
      ;
    __threadfence();
    sum[0] = sum[0] + v[blockIdx.x]; // expect-warning: inter-block-race
    __threadfence();
    atomicAdd(&now, 1);
  }
}

void run(int *sum, const int *v, int blocks) {
  lockedBad<<<blocks, 64>>>(sum, v);
  lockedUnknown<<<blocks, 64>>>(sum, v);
  inTurnBad<<<blocks, 64>>>(sum, v);
}
