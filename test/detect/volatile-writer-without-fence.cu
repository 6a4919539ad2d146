// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Volatile data needs both fences: the reader's behind the wait, and the writer's before the flag.
__device__ int flag = 0;

__global__ void narrowFenceBad(volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1; // expect: unlocked-access
    __threadfence_block();
    atomicExch(&flag, 1);
  } else {
    while (atomicExch(&flag, 0) == 0) {}
    out[0] = data[0];
  }
}

__global__ void plainReaderBad(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1; // expect: unlocked-access
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicExch(&flag, 0) == 0) {}
    out[0] = data[0];
  }
}

__global__ void volatileReaderBad(volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1; // expect: unlocked-access
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicExch(&flag, 0) == 0) {}
    out[0] = data[0];
  }
}

// The first thread waits for all, as where the last block sums up.
__global__ void behindBarrierOk(volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1;
      __threadfence();
      atomicExch(&flag, 1);
    }
    return;
  }
  if (threadIdx.x == 0)
    while (atomicAdd(&flag, 0) == 0) {}
  __syncthreads();
  out[threadIdx.x] = data[0];
}

void run(int *data, int *out) {
  narrowFenceBad<<<2, 1>>>(data, out);
  plainReaderBad<<<2, 1>>>(data, out);
  volatileReaderBad<<<2, 1>>>(data, out);
  behindBarrierOk<<<2, 64>>>(data, out);
}
