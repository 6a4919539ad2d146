// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A counter that threads draw from at several places of the code.

__global__ void eitherOk(int n, const float *x, int *count, int *list, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a)
      list[atomicAdd(count, 1)] = i;
    else if (x[i] < b)
      list[atomicAdd(count, 1)] = i;
  }
}

__global__ void pairsAndSinglesOk(int n, const float *x, int *count, int *list, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a) {
      int at = atomicAdd(count, 2);
      list[at] = i;
      list[at + 1] = i;
    }
    if (x[i] > b)
      list[atomicAdd(count, 1)] = i;
  }
}

// Two are written where one was drawn.
__global__ void tooManyBad(int n, const float *x, int *count, int *list, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a) {
      int at = atomicAdd(count, 1);
      list[at] = i; // expect: global-race, expect: inter-block-race
      list[at + 1] = i; // expect: global-race, expect: inter-block-race
    }
    if (x[i] > b)
      list[atomicAdd(count, 1)] = i;
  }
}

// Each counter hands out the same tickets.
__global__ void twoCountersUnknown(int n, const float *x, int *count, int *list, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a)
      list[atomicAdd(&count[0], 1)] = i;
    if (x[i] > b)
      list[atomicAdd(&count[1], 1)] = i;
  }
}
