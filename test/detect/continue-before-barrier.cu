// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void someContinueBad(int *out, int n) {
  __shared__ int s[1024];
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x < k)
      continue;
    s[threadIdx.x] = k;
    __syncthreads(); // expect-error: barrier-divergence
    out[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x]; // allow: shared-race
    __syncthreads(); // allow: barrier-divergence
  }
}
