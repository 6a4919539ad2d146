// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The reader's volatile load needs no fence of its own, the writer's store does.
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

void run(int *data, int *out) {
  narrowFenceBad<<<2, 1>>>(data, out);
  plainReaderBad<<<2, 1>>>(data, out);
}
