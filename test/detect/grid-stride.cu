// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void gridStrideOk(float *a, float f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] *= f;
}

// The stride misses a factor, so blocks meet in later rounds.
__global__ void shortStrideBad(float *a, float f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    a[i] *= f; // expect: inter-block-race
}
