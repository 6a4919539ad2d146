// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 32

__global__ void butterflyOk(int *out) {
  __shared__ int s[32];
  int v = out[threadIdx.x];
  for (int k = 16; k > 0; k >>= 1) {
    s[threadIdx.x] = v;
    __syncwarp();
    v += s[threadIdx.x ^ k];
    __syncwarp();
  }
  out[threadIdx.x] = v;
}

__global__ void butterflyBad(int *out) {
  __shared__ int s[32];
  int v = out[threadIdx.x];
  for (int k = 16; k > 0; k >>= 1) {
    s[threadIdx.x] = v; // expect: intra-warp-race
    __syncwarp();
    v += s[threadIdx.x ^ k];
  }
  out[threadIdx.x] = v;
}
