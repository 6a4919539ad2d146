// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair mark-readonly %s --checks=unmarked-readonly --show=note --unsafe | FileCheck %s --match-full-lines --strict-whitespace

__global__ void weigh(float *out, float *in, const float *weights, int n);

__device__ float sum(const float *from, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += from[k];
  return s;
}

__global__ void weigh(float *out, float *in, const float *weights, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    out[i + k * n] = in[i] * weights[k] + sum(&in[i], 2);
}

struct Pair {
  float x, y;
};

template <typename T> __global__ void scale(T *out, Pair *pairs, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = pairs[0].x * pairs->y;
}

__device__ float first(float *p) { return *p; }

#define real float
__global__ void handedOn(real *out, real *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = first(in);
}

__global__ void shifted(real *out, real* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x, ++in)
    if (in != out)
      out[i] = *in * (in + 1)[0];
}

void run(int n) {
  float *out, *in, *weights;
  Pair *pairs;
  cudaMalloc(&out, 4 * n * sizeof(float));
  cudaMalloc(&in, 2 * n * sizeof(float));
  cudaMalloc(&weights, 4 * sizeof(float));
  cudaMalloc(&pairs, sizeof(Pair));
  weigh<<<n / 256, 256>>>(out, in, weights, n);
  scale<<<1, 256>>>(out, pairs, n);
  handedOn<<<1, 256>>>(out, in, n);
  shifted<<<1, 256>>>(out, in, n);
}

// CHECK:__global__ void weigh(float *out, const float *__restrict__ in, const float *__restrict__ weights, int n);
// CHECK:__global__ void weigh(float *out, const float *__restrict__ in, const float *__restrict__ weights, int n) {
// CHECK:template <typename T> __global__ void scale(T *out, const Pair *__restrict__ pairs, int n) {
// CHECK:__global__ void handedOn(real *out, real *__restrict__ in, int n) {
// CHECK:__global__ void shifted(real *out, const real* __restrict__ in, int n) {
