// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Shuffles that read lanes which the block does not have, where its size is known.

constexpr unsigned All = 0xffffffff;

__device__ float sum(float v, int from) {
  for (int o = from; o > 0; o >>= 1)
    v += __shfl_down_sync(All, v, o);
  return v;
}

__global__ void shortBlockBad(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_down_sync(All, v, o); // expect-warning: absent-lanes
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

// Only lanes whose sums are of no use read what is not there.
__global__ void halfWarpOk(float *out, const float *in) {
  float v = sum(in[threadIdx.x], 8);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

// What is not there is dropped.
__global__ void droppedOk(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) {
    float other = __shfl_down_sync(All, v, o);
    if (threadIdx.x + o < blockDim.x)
      v += other;
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

__global__ void selectedOk(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) {
    float other = __shfl_xor_sync(All, v, o);
    v += (threadIdx.x ^ o) < 20 ? other : 0;
  }
  out[blockIdx.x * 20 + threadIdx.x] = v;
}

__global__ void butterflyBad(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, v, o); // expect-warning: absent-lanes
  out[blockIdx.x * 20 + threadIdx.x] = v;
}

__global__ void butterflyOk(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 8; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, v, o);
  out[blockIdx.x * 16 + threadIdx.x] = v;
}

__global__ void greatestBad(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v = fmaxf(v, __shfl_down_sync(All, v, o)); // expect-warning: absent-lanes
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

// The last warp is a part of one.
__global__ void lastWarpBad(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_down_sync(All, v, o); // expect-warning: absent-lanes
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 4 + threadIdx.x / 32] = v;
}

// The first is not.
__global__ void firstWarpOk(float *out, const float *in) {
  if (threadIdx.x < 32) {
    float v = sum(in[threadIdx.x], 16);
    if (threadIdx.x == 0)
      out[blockIdx.x] = v;
  }
}

__global__ void lastLaneBad(float *out, const float *in) {
  float v = __shfl_sync(All, in[threadIdx.x], 31); // expect-warning: absent-lanes
  out[blockIdx.x * 20 + threadIdx.x] = v;
}

__global__ void firstLaneOk(float *out, const float *in) {
  float v = __shfl_sync(All, in[threadIdx.x], 0);
  out[blockIdx.x * 20 + threadIdx.x] = v;
}

// Sums over the lanes below.
__global__ void belowOk(float *out, const float *in) {
  float v = in[threadIdx.x];
  for (int o = 1; o < 32; o <<= 1) {
    float other = __shfl_up_sync(All, v, o);
    if (threadIdx.x >= o)
      v += other;
  }
  out[blockIdx.x * 20 + threadIdx.x] = v;
}

// The host gives the size of the block.
__global__ void openOk(float *out, const float *in) {
  float v = sum(in[threadIdx.x], 16);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

__global__ void noLaunchOk(float *out, const float *in) {
  float v = sum(in[threadIdx.x], 16);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

void run(float *out, const float *in, int threads) {
  shortBlockBad<<<64, 20>>>(out, in);
  halfWarpOk<<<64, 16>>>(out, in);
  droppedOk<<<64, 20>>>(out, in);
  selectedOk<<<64, 20>>>(out, in);
  butterflyBad<<<64, 20>>>(out, in);
  butterflyOk<<<64, 16>>>(out, in);
  greatestBad<<<64, 24>>>(out, in);
  lastWarpBad<<<64, 100>>>(out, in);
  firstWarpOk<<<64, 100>>>(out, in);
  lastLaneBad<<<64, 20>>>(out, in);
  firstLaneOk<<<64, 20>>>(out, in);
  belowOk<<<64, 20>>>(out, in);
  openOk<<<64, threads>>>(out, in);
}
