// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

__device__ int mode;

// All threads store one value, and each reads what it has stored itself.
__global__ void settingOk(float *out, int wanted) {
  mode = wanted & 3; // expect-note: benign-race
  out[blockIdx.x * 64 + threadIdx.x] = mode;
}

__global__ void readFirstBad(float *out, int wanted) {
  out[blockIdx.x * 64 + threadIdx.x] = mode; // expect: global-race inter-block-race
  mode = wanted & 3; // expect-note: benign-race
}

// A counter of 16 bits that is compared with its bound.
__global__ void shortCounterOk(char *row, short width) {
  __shared__ char s[4 * 384];
  for (short i = threadIdx.x & 15; i < 82; i += 16)
    s[(threadIdx.x / 16 & 3) * 384 + 4 * i] += row[i];
}
