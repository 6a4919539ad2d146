// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// What is given back is handed out once more.
__global__ void givenBackUnknown(int n, const float *x, int *count, int *list, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a)
      list[atomicAdd(count, 1)] = i;
    else if (x[i] < b)
      atomicAdd(count, -1);
  }
}

__global__ void negatedUnknown(int n, const float *x, int *count, int *list, float a, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] < a)
      list[atomicAdd(count, 1)] = i;
    else
      atomicAdd(count, -k);
  }
}
