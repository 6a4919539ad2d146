// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Loops that step on only where data says so.

// Each thread goes on to its next element when the one at hand is ready.
__global__ void waitsOk(const volatile int *ready, float *pos, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  while (k < n)
    if (ready[k]) {
      pos[k] = threadIdx.x;
      k += step;
    }
}
// A block steps over the elements of the next ones.
__global__ void overlapsUnknown(const volatile int *ready, float *pos, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = blockDim.x;
  while (k < n)
    if (ready[k]) {
      pos[k] = blockIdx.x;
      k += step;
    }
}
// Two steps.
__global__ void unevenUnknown(const volatile int *ready, float *pos, int n, int m) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  while (k < n) {
    pos[k] = threadIdx.x;
    k += ready[k] ? step : m;
  }
}
void go(const volatile int *ready, float *pos, int n, int m) {
  waitsOk<<<64, 256>>>(ready, pos, n);
  overlapsUnknown<<<64, 256>>>(ready, pos, n);
  unevenUnknown<<<64, 256>>>(ready, pos, n, m);
}
