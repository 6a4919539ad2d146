// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 32

__global__ void FN_halvesMeet(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x]; // FN: what barriers of some lanes order is not modelled
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 16]; // verdict: unknown
}

__global__ void withinHalves(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // verdict: unknown
}
