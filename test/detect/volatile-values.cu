// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Volatile values beside the flags that say they are there: waiting for a flag orders them with
// fences only, though both are parts of one allocation.

__global__ void partsOk(volatile int *flag, volatile int *value, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (flag[blockIdx.x - 1] == 0) {}
      __threadfence();
      before = value[blockIdx.x - 1];
    }
    value[blockIdx.x] = before + 5;
    __threadfence();
    flag[blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

__global__ void partsBad(volatile int *flag, volatile int *value, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (flag[blockIdx.x - 1] == 0) {}
      __threadfence();
      before = value[blockIdx.x - 1]; // expect: unlocked-access
    }
    value[blockIdx.x] = before + 5;
    flag[blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

__global__ void pairsOk(volatile int *state, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (state[2 * (blockIdx.x - 1)] == 0) {}
      __threadfence();
      before = state[2 * (blockIdx.x - 1) + 1];
    }
    state[2 * blockIdx.x + 1] = before + 5;
    __threadfence();
    state[2 * blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

__global__ void pairsUnknown(volatile int *state, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (state[2 * (blockIdx.x - 1)] == 0) {}
      __threadfence();
      before = state[2 * (blockIdx.x - 1) + 1];
    }
    state[2 * blockIdx.x + 1] = before + 5;
    state[2 * blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

// The reader has no fence.
__global__ void partsUnfencedBad(volatile int *flag, volatile int *value, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (flag[blockIdx.x - 1] == 0) {}
      before = value[blockIdx.x - 1]; // expect: unlocked-access
    }
    value[blockIdx.x] = before + 5;
    __threadfence();
    flag[blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

__global__ void pairsUnfencedBad(volatile int *state, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (state[2 * (blockIdx.x - 1)] == 0) {}
      before = state[2 * (blockIdx.x - 1) + 1]; // expect: unlocked-access
    }
    state[2 * blockIdx.x + 1] = before + 5;
    __threadfence();
    state[2 * blockIdx.x] = 1;
    out[blockIdx.x] = before;
  }
}

void run(int *state, int *out, int blocks) {
  partsOk<<<blocks, 256>>>(state, state + blocks, out);
  partsBad<<<blocks, 256>>>(state, state + blocks, out);
  pairsOk<<<blocks, 256>>>(state, out);
  pairsUnknown<<<blocks, 256>>>(state, out);
  partsUnfencedBad<<<blocks, 256>>>(state, state + blocks, out);
  pairsUnfencedBad<<<blocks, 256>>>(state, out);
}
