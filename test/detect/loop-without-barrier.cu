// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// A later round begins in the same phase only if the rounds before it crossed no barrier.
__global__ void shorterOk(int *out, int n, int steps) {
  __shared__ int s[1024];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < steps - i; ++j) {
      s[threadIdx.x + i] = j;
      __syncthreads();
    }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void longerBad(int *out, int n) {
  __shared__ int s[1024];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x + i] = i; // expect: shared-race
    for (int j = 0; j < i - 1; ++j)
      __syncthreads();
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
