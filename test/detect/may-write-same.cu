// SPDX-License-Identifier: Apache-2.0
// Several threads write one cell, each a value that is not followed to where it comes from:
// through a private array, or an exchange between lanes. Where only that tells
// the values apart they may well be the same; a replay in which they differ makes it an error.
// RUN: %check-findings %s --block-dim 32

// The sums are the same for all threads.
__global__ void privateSumsOk(float *out, const float *in, int n) {
  float s[4];
  for (int k = 0; k < 4; ++k) {
    s[k] = 0;
    for (int i = k; i < n; i += 4)
      s[k] += in[i];
  }
  out[blockIdx.x] = s[n & 3]; // expect-note: benign-race
}

// So are these, which each thread computes in an order of its own.
__global__ void turnedSumsBad(float *out, const float *in, int n) {
  float s[4];
  for (int k = 0; k < 4; ++k) {
    int own = (k + threadIdx.x) % 4;
    s[own] = 0;
    for (int i = own; i < n; i += 4)
      s[own] += in[i];
  }
  out[blockIdx.x] = s[n & 3]; // expect-warning: intra-warp-race
}

// So are those of a warp, at the end.
__global__ void exchangedSumOk(float *out, const float *in) {
  float s[1];
  s[0] = in[blockIdx.x * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    s[0] += __shfl_xor_sync(0xffffffff, s[0], d);
  out[blockIdx.x] = s[0]; // allow: intra-warp-race benign-race
}

// Here each thread has its own.
__global__ void ownSumsBad(float *out, const float *in, int n) {
  float s[4];
  for (int k = 0; k < 4; ++k)
    s[k] = in[blockIdx.x * 128 + threadIdx.x * 4 + k];
  out[blockIdx.x] = s[n & 3]; // expect-error: intra-warp-race
}

// The place of the thread shows.
__global__ void withIndexBad(float *out, const float *in, int n) {
  float s[4];
  for (int k = 0; k < 4; ++k)
    s[k] = in[k];
  out[blockIdx.x] = s[n & 3] + threadIdx.x; // expect-error: intra-warp-race
}

// Vectors are copied as a whole.
__global__ void vectorsBad(float4 *out, const float4 *in, int n) {
  float4 s[2] = {};
  for (int i = 0; i < n; ++i)
    s[i & 1].x += in[i].x;
  out[blockIdx.x] = s[n & 1]; // expect-warning: intra-warp-race
}
