// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

__global__ void notMetBad(int *lock, int *data) {
  int lane = threadIdx.x % 32;
  if (lane == 0)
    while (atomicCAS(lock, 0, 1) != 0)
      ;
  __threadfence();
  data[lane] += 1; // expect: global-race
  __threadfence();
  __syncwarp();
  if (lane == 0)
    atomicExch(lock, 0);
}

__global__ void givenBackEarlyBad(int *lock, int *data) {
  int lane = threadIdx.x % 32;
  if (lane == 0)
    while (atomicCAS(lock, 0, 1) != 0)
      ;
  __syncwarp();
  __threadfence();
  data[lane] += 1; // expect: global-race
  __threadfence();
  if (lane == 0)
    atomicExch(lock, 0);
}
