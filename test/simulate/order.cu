// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 4 --block 64

// What atomics and fences order does not race; what they do not order does.
__global__ void lockOk(int *lock, int *x) {
  if (threadIdx.x)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *x += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void lockWithoutFencesBad(int *lock, int *x) {
  if (threadIdx.x)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *x += 1; // expect: inter-block-race
  atomicExch(lock, 0);
}

__global__ void lockOfBlockBad(int *lock, int *x) {
  if (threadIdx.x)
    return;
  while (atomicCAS_block(lock, 0, 1) != 0) { // expect: inter-block-race
  }
  __threadfence();
  *x += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void otherLockBad(int *locks, int *x) {
  if (threadIdx.x)
    return;
  int *lock = locks + blockIdx.x % 2;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *x += 1; // expect: inter-block-race
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void flagOk(volatile int *flag, int *data, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 3) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    if (data[0] != 42)
      __trap();
  }
}

__global__ void flagWithoutFenceBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 3) {
    data[0] = 42; // expect: inter-block-race
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

__device__ unsigned ticket;
__global__ void lastBlockOk(const int *in, int *part, int *out) {
  __shared__ bool last;
  part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (!last)
    return;
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b)
    sum += part[b * blockDim.x + threadIdx.x];
  if (sum != gridDim.x)
    __trap();
}

// Knowledge is handed on: from the first block over the second to the third.
__global__ void chainOk(int *flags, int *data) {
  if (threadIdx.x || blockIdx.x > 2)
    return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    atomicExch(&flags[0], 1);
    return;
  }
  while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
  }
  __threadfence();
  if (blockIdx.x == 1)
    atomicExch(&flags[1], 1);
  else if (data[0] != 5)
    __trap();
}

__global__ void histogramOk(const int *in, int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i] % 8], 1);
}
