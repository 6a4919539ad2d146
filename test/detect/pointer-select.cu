// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void uniformChoiceOk(const int *a, const int *b, int *out, bool first) {
  const int *from = first ? a : b;
  out[threadIdx.x] = from[blockDim.x - 1 - threadIdx.x];
}

// Half of the threads write through one pointer what the others read through the other.
__global__ void perThreadChoiceBad(int *out) {
  __shared__ int s[256], t[256];
  int *mine = threadIdx.x < 32 ? s : t;
  mine[threadIdx.x] = threadIdx.x; // expect: shared-race
  out[threadIdx.x] = s[threadIdx.x / 2];
}

__global__ void ownHalfOk(int *out) {
  __shared__ int s[256];
  int *mine = threadIdx.x < 32 ? s : s + 64;
  mine[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = mine[threadIdx.x];
}
