// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// All threads put one value into a shared word, which each has put there itself before it reads it.

__global__ void startOfBlockUnknown(float *out, float h, int n) {
  __shared__ int start;
  start = (int)floorf((8 * blockIdx.x + 4) * h); // expect-note: benign-race
  for (int k = 0; k < n; ++k)
    out[(blockIdx.x * blockDim.x + threadIdx.x) * n + k] = start + k;
}

// In each iteration another one.
__global__ void ofIterationBad(float *out, int n) {
  __shared__ int start;
  for (int k = 0; k < n; ++k) {
    start = k * n; // expect: shared-race
    out[(blockIdx.x * blockDim.x + threadIdx.x) * n + k] = start + k;
  }
}
