// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair keep-lanes --unsafe %s | FileCheck %s --match-full-lines --strict-whitespace
// Lanes beyond the end take part in the sums of their warp, with 0.

constexpr unsigned All = 0xffffffff;

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(All, v, d);
  return v;
}

__global__ void afterReturn(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[i];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(All, v, d);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = v;
}

__global__ void inBranch(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  if (i < n) {
    sum = in[i] * in[i];
    sum += __shfl_down_sync(All, sum, 16);
    sum += __shfl_down_sync(All, sum, 8);
    out[i] = sum;
  }
}

__global__ void inFunction(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float total = warpSum(in[i]);
    out[i] = in[i] / total;
  }
}

int main() {
  afterReturn<<<8, 128>>>(nullptr, nullptr, 1000);
  inBranch<<<8, 128>>>(nullptr, nullptr, 1000);
  inFunction<<<8, 128>>>(nullptr, nullptr, 1000);
}

// CHECK:__global__ void afterReturn(const float *in, float *out, int n) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  const bool active = i < n;
// CHECK-NEXT:  float v = 0;
// CHECK-NEXT:  if (active) {
// CHECK-NEXT:    v = in[i];
// CHECK-NEXT:  }
// CHECK-NEXT:  for (int d = 16; d > 0; d /= 2)
// CHECK-NEXT:    v += __shfl_down_sync(All, v, d);
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  if (threadIdx.x % 32 == 0)
// CHECK-NEXT:    out[i / 32] = v;
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void inBranch(const float *in, float *out, int n) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  float sum = 0.0f;
// CHECK-NEXT:  const bool inBounds = i < n;
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    sum = in[i] * in[i];
// CHECK-NEXT:  }
// CHECK-NEXT:  sum += __shfl_down_sync(All, sum, 16);
// CHECK-NEXT:  sum += __shfl_down_sync(All, sum, 8);
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = sum;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void inFunction(const float *in, float *out, int n) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  const bool inBounds = i < n;
// CHECK-NEXT:  float total = warpSum(inBounds ? in[i] : 0.0f);
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = in[i] / total;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
