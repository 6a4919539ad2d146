// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s --match-full-lines --strict-whitespace
// The barrier belongs into a function that some threads do not call: all of them call it, in all
// kernels and instances, and the branch moves into it.

template <typename T>
__device__ T mirrored(T *s, T value, int size) {
  T half = value / 2;
  // one cell a thread
  s[threadIdx.x] = half;
  return s[size - 1 - threadIdx.x];
}

template <typename T>
__device__ void place(T *s, T *out, T value, int size) {
  T other = mirrored(s, value, size);
  out[threadIdx.x] = other;
}

template <typename T>
__global__ void some(T *out, const T *in) {
  __shared__ T s[64];
  if (threadIdx.x < 64)
    place(s, out, in[threadIdx.x], 64);
}

__global__ void all(float *out, const float *in) {
  __shared__ float s[128];
  out[threadIdx.x] = mirrored(s, in[threadIdx.x], 128);
}

__global__ void between(float *out, const float *in) {
  __shared__ float s[96];
  if (threadIdx.x >= 96)
    return;
  float sum = 0;
  sum += mirrored(s, 1.0f, 96);
  out[threadIdx.x] = sum;
}

int main() {
  some<float><<<1, 128>>>(nullptr, nullptr);
  some<int><<<1, 128>>>(nullptr, nullptr);
  all<<<1, 128>>>(nullptr, nullptr);
  between<<<1, 128>>>(nullptr, nullptr);
}

// CHECK:template <typename T>
// CHECK-NEXT:__device__ T mirrored(T *s, T value, int size, bool active = true) {
// CHECK-NEXT:  if (active) {
// CHECK-NEXT:    T half = value / 2;
// CHECK-NEXT:    // one cell a thread
// CHECK-NEXT:    s[threadIdx.x] = half;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  T result = 0;
// CHECK-NEXT:  if (active) {
// CHECK-NEXT:    result = s[size - 1 - threadIdx.x];
// CHECK-NEXT:  }
// CHECK-NEXT:  return result;
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:template <typename T>
// CHECK-NEXT:__device__ void place(T *s, T *out, T value, int size, bool active) {
// CHECK-NEXT:  T other = mirrored(s, value, size, active);
// CHECK-NEXT:  if (active) {
// CHECK-NEXT:    out[threadIdx.x] = other;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:template <typename T>
// CHECK-NEXT:__global__ void some(T *out, const T *in) {
// CHECK-NEXT:  __shared__ T s[64];
// CHECK-NEXT:  const bool isActive = threadIdx.x < 64;
// CHECK-NEXT:  place(s, out, isActive ? in[threadIdx.x] : 0, 64, isActive);
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void all(float *out, const float *in) {
// CHECK-NEXT:  __shared__ float s[128];
// CHECK-NEXT:  out[threadIdx.x] = mirrored(s, in[threadIdx.x], 128);
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void between(float *out, const float *in) {
// CHECK-NEXT:  __shared__ float s[96];
// CHECK-NEXT:  const bool active = threadIdx.x < 96;
// CHECK-NEXT:  float sum = 0;
// CHECK-NEXT:  const auto value = mirrored(s, 1.0f, 96, active);
// CHECK-NEXT:  if (active)
// CHECK-NEXT:    sum += value;
// CHECK-NEXT:  if (threadIdx.x >= 96)
// CHECK-NEXT:    return;
// CHECK-NEXT:  out[threadIdx.x] = sum;
// CHECK-NEXT:}
// CHECK-EMPTY:
