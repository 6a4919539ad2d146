// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// Threads that miss a branch, or the call of a function, would leave cells empty that others read:
// they fill their cells, too, and load nothing past the end.

__device__ float smooth(float *tile, float x, int width) {
  const int t = threadIdx.x;
  tile[t] = x;
  __syncthreads();
  float left = t > 0 ? tile[t - 1] : x;
  float right = t < width - 1 ? tile[t + 1] : x;
  return x / 2 + (left + right) / 4;
}

__global__ void lines(const float *in, float *out, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    float v = smooth(tile, in[i], 64);
    out[i] = v;
  }
}

__device__ float blockSum(float v, float *part) {
  part[threadIdx.x] = v;
  for (int s = 128 / 2; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
  }
  return part[0];
}

__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    float s = blockSum(in[i] * 2, part);
    if (threadIdx.x == 0)
      out[blockIdx.x] = s;
  }
}

// What threads that miss the branch need later keeps its value.
__global__ void kept(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int own = 5;
  if (i < n) {
    int mine = in[i];
    tile[threadIdx.x] = mine;
    own = mine;
    __syncthreads();
    out[i] = tile[63 - threadIdx.x] + mine;
  }
  out[gridDim.x * 64 + i] = own;
}

void run(const float *in, float *out, const int *v, int *o, int n) {
  lines<<<(n + 63) / 64, 64>>>(in, out, n);
  sums<<<(n + 127) / 128, 128>>>(in, out, n);
  kept<<<(n + 63) / 64, 64>>>(v, o, n);
}

// CHECK:__device__ float smooth(float *tile, float x, int width) {
// CHECK:  const bool inBounds = i < n;
// CHECK-NEXT:  float v = smooth(tile, inBounds ? in[i] : 0.0f, 64);
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = v;
// CHECK-NEXT:  }
// CHECK:  float s = blockSum(inBounds ? in[i] * 2 : 0.0f, part);
// CHECK-NEXT:  if (inBounds && threadIdx.x == 0)
// CHECK-NEXT:    out[blockIdx.x] = s;
// CHECK:  const bool inBounds = i < n;
// CHECK-NEXT:  int mine = inBounds ? in[i] : 0;
// CHECK-NEXT:  tile[threadIdx.x] = mine;
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    own = mine;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
