// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void shiftLeftBad(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    a[i] = a[i + 1]; // expect: global-race inter-block-race
}

__global__ void copyOk(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1];
}
