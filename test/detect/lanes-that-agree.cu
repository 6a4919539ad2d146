// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// After exchanges with the lanes at some distances, the lanes at these distances have one sum.

__global__ void pairsOk(float *out, const float *in, int n) {
  int lane = threadIdx.x;
  float s = 0;
  for (int i = lane; i < n; i += 32)
    s += in[i];
  s += __shfl_xor_sync(0xffffffffu, s, 16);
  out[blockIdx.x * 16 + lane % 16] = s; // allow: benign-race
}
__global__ void quadsOk(float *out, const float *in, int n) {
  int lane = threadIdx.x;
  float s = 0;
  for (int i = lane; i < n; i += 32)
    s += in[i];
  for (int i = 16; i > 4; i >>= 1)
    s += __shfl_xor_sync(0xffffffffu, s, i);
  out[blockIdx.x * 8 + lane % 8] = s; // allow: benign-race
}
__global__ void wholeOk(float *out, const float *in, int n) {
  int lane = threadIdx.x;
  float s = 0;
  for (int i = lane; i < n; i += 32)
    s += in[i];
  for (int i = 16; i > 0; i >>= 1)
    s += __shfl_xor_sync(0xffffffffu, s, i);
  out[blockIdx.x] = s; // allow: benign-race
}
__global__ void otherPairsBad(float *out, const float *in, int n) {
  int lane = threadIdx.x;
  float s = 0;
  for (int i = lane; i < n; i += 32)
    s += in[i];
  s += __shfl_xor_sync(0xffffffffu, s, 8);
  out[blockIdx.x * 16 + lane % 16] = s; // expect: intra-warp-race
}
// Bits 0 and 3 of the lane do not matter.
__global__ void apartOk(float *out, const float *in) {
  float s = in[threadIdx.x];
  s += __shfl_xor_sync(0xffffffffu, s, 8);
  s += __shfl_xor_sync(0xffffffffu, s, 1);
  out[blockIdx.x * 16 + threadIdx.x / 16 * 4 + threadIdx.x / 2 % 4] = s; // allow: benign-race
}
// Bit 2 does.
__global__ void apartBad(float *out, const float *in) {
  float s = in[threadIdx.x];
  s += __shfl_xor_sync(0xffffffffu, s, 8);
  s += __shfl_xor_sync(0xffffffffu, s, 1);
  out[blockIdx.x * 16 + threadIdx.x / 16 * 2 + threadIdx.x / 2 % 2] = s; // expect: intra-warp-race
}
// Within segments of 16 lanes, the lanes at a distance of 16 are not reached.
__global__ void halvesOk(float *out, const float *in) {
  float s = in[threadIdx.x];
  for (int i = 16; i > 0; i >>= 1)
    s += __shfl_xor_sync(0xffffffffu, s, i, 16);
  out[threadIdx.x / 16] = s; // allow: benign-race
}
__global__ void wholeByHalvesBad(float *out, const float *in) {
  float s = in[threadIdx.x];
  for (int i = 16; i > 0; i >>= 1)
    s += __shfl_xor_sync(0xffffffffu, s, i, 16);
  out[threadIdx.x / 32] = s; // expect: intra-warp-race
}

// Each half gets the value of its first lane.
__global__ void firstOfHalfOk(float *out, const float *in) {
  float s = __shfl_sync(0xffffffffu, in[threadIdx.x], 0, 16);
  out[threadIdx.x / 16] = s; // allow: benign-race
}
__global__ void firstOfHalfBad(float *out, const float *in) {
  float s = __shfl_sync(0xffffffffu, in[threadIdx.x], 0, 16);
  out[threadIdx.x / 32] = s; // expect: intra-warp-race
}

void go(float *out, const float *in, int n) {
  pairsOk<<<99, 32>>>(out, in, n);
  quadsOk<<<99, 32>>>(out, in, n);
  wholeOk<<<99, 32>>>(out, in, n);
  otherPairsBad<<<99, 32>>>(out, in, n);
  apartOk<<<99, 64>>>(out, in);
  apartBad<<<99, 64>>>(out, in);
  halvesOk<<<1, 64>>>(out, in);
  wholeByHalvesBad<<<1, 64>>>(out, in);
  firstOfHalfOk<<<1, 64>>>(out, in);
  firstOfHalfBad<<<1, 64>>>(out, in);
}
