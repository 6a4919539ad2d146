// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The block is one warp at most, so the race is between lanes.
__global__ void __launch_bounds__(32) oneWarpBad(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(32) oneWarpOk(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
