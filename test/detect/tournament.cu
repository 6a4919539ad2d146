// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Lanes that take the better of two pairs, with all lanes of the warp, come to one pair.

constexpr unsigned All = 0xffffffffu;

template <int Width> __device__ void best(float &value, int &at) {
  for (int d = Width / 2; d > 0; d /= 2) {
    float other = __shfl_xor_sync(All, value, d, Width);
    int otherAt = __shfl_xor_sync(All, at, d, Width);
    if (other > value || (other == value && otherAt < at)) {
      value = other;
      at = otherAt;
    }
  }
}
__global__ void winnerOk(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x;
  best<32>(value, at);
  if (threadIdx.x == at)
    out[blockIdx.x] = value;
}
__global__ void winnerOfRowOk(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x % 8;
  best<8>(value, at);
  if (threadIdx.x % 8 == at)
    out[blockIdx.x * 4 + threadIdx.x / 8] = value;
}
__global__ void winnerOfWiderRowBad(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x % 8;
  best<4>(value, at);
  if (threadIdx.x % 8 == at)
    out[blockIdx.x * 4 + threadIdx.x / 8] = value; // expect-warning: intra-warp-race
}
__global__ void selectedOk(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(All, value, d);
    int otherAt = __shfl_xor_sync(All, at, d);
    bool better = other < value || (other == value && otherAt < at);
    value = better ? other : value;
    at = better ? otherAt : at;
  }
  if (threadIdx.x == at)
    out[blockIdx.x] = value;
}
// Of two equal values both lanes keep their own place.
__global__ void tiesBad(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(All, value, d);
    int otherAt = __shfl_xor_sync(All, at, d);
    if (other > value) {
      value = other;
      at = otherAt;
    }
  }
  if (threadIdx.x == at)
    out[blockIdx.x] = threadIdx.x; // expect-warning: intra-warp-race
}
// Each lane takes the other's place.
__global__ void crossedBad(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(All, value, d);
    int otherAt = __shfl_xor_sync(All, at, d);
    if (other > value || (other == value && otherAt < at))
      value = other;
    at = otherAt;
  }
  if (threadIdx.x == at)
    out[blockIdx.x] = threadIdx.x; // expect-warning: intra-warp-race
}
__global__ void fewerStepsBad(const float *in, float *out) {
  float value = in[threadIdx.x];
  int at = threadIdx.x;
  for (int d = 16; d > 1; d /= 2) {
    float other = __shfl_xor_sync(All, value, d);
    int otherAt = __shfl_xor_sync(All, at, d);
    if (other > value || (other == value && otherAt < at)) {
      value = other;
      at = otherAt;
    }
  }
  if (threadIdx.x == at)
    out[blockIdx.x] = threadIdx.x; // expect-warning: intra-warp-race
}

void launches(const float *in, float *out) {
  winnerOk<<<9, 32>>>(in, out);
  winnerOfRowOk<<<9, 32>>>(in, out);
  winnerOfWiderRowBad<<<9, 32>>>(in, out);
  selectedOk<<<9, 32>>>(in, out);
  tiesBad<<<9, 32>>>(in, out);
  crossedBad<<<9, 32>>>(in, out);
  fewerStepsBad<<<9, 32>>>(in, out);
}
