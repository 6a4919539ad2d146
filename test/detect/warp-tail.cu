// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Warp-synchronous code: no lockstep is promised from sm_70 on.
__global__ void volatileTailBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int *v = s;
    v[threadIdx.x] += v[threadIdx.x + 32];
    v[threadIdx.x] += v[threadIdx.x + 16]; // expect: intra-warp-race
    v[threadIdx.x] += v[threadIdx.x + 8];  // expect: intra-warp-race
  }
  if (threadIdx.x == 0)
    out[0] = s[0];
}
