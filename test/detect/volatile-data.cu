// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Volatile accesses go to memory; only a lock, a flag or a barrier orders them.
__device__ int lock = 0, flag = 0;

__global__ void oneSideLockedBad(volatile int *data) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    data[0] = 1; // expect: unlocked-access
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    data[0] = 2;
  }
}

__global__ void readerWithoutFenceBad(volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1; // expect: unlocked-access
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicExch(&flag, 0) == 0) {}
    out[0] = data[0];
    atomicExch(&flag, 2);
  }
}

__global__ void bothFencesOk(volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicExch(&flag, 0) == 0) {}
    __threadfence();
    out[0] = data[0];
    atomicExch(&flag, 2);
  }
}

void run(int *data, int *out) {
  oneSideLockedBad<<<2, 1>>>(data);
  readerWithoutFenceBad<<<2, 1>>>(data, out);
  bothFencesOk<<<2, 1>>>(data, out);
}
