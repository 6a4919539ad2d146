// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Served in the order of their tickets.
__global__ void ticketLockOk(unsigned *next, volatile unsigned *serving, int *sum) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(next, 1u);
    while (*serving != mine) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    *serving = mine + 1;
  }
}

__global__ void ticketNoFenceBad(unsigned *next, volatile unsigned *serving, int *sum) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(next, 1u);
    while (*serving != mine) {
    }
    *sum += blockIdx.x; // expect-error: unlocked-access
    __threadfence();
    *serving = mine + 1;
  }
}
