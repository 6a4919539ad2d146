// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 32

// A __syncwarp() orders the lanes that its mask names.
__global__ void halvesMeetBad(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x]; // expect-error: intra-warp-race
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

__global__ void withinHalvesOk(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// The mask is that of the lane's own quarter.
__global__ void quarterOk(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp(0xffu << (threadIdx.x & 24));
  out[threadIdx.x] = s[threadIdx.x ^ 7];
}

__global__ void quarterBad(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x]; // expect-error: intra-warp-race
  __syncwarp(0xffu << (threadIdx.x & 24));
  out[threadIdx.x] = s[threadIdx.x ^ 8];
}

__global__ void lowHalfOk(int *out) {
  __shared__ int s[32];
  if (threadIdx.x < 16) {
    s[threadIdx.x] = out[threadIdx.x];
    __syncwarp(0xffff);
    out[threadIdx.x] = s[15 - threadIdx.x];
  }
}

// The lanes that host code names.
__global__ void givenOk(int *out, unsigned mask) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp(mask);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void oneLaneBad(int *out, unsigned mask) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp(mask); // expect: absent-lanes
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
void launch(int *out) {
  givenOk<<<1, 32>>>(out, 0xffffffff);
  oneLaneBad<<<1, 32>>>(out, 1);
}
