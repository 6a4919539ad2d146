// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// The function that declares the array needs the barrier, whoever calls it; not its caller.

__device__ float joined(float v) {
  __shared__ float part[8];
  const int t = threadIdx.x;
  if (t % 32 == 0)
    part[t / 32] = v;
  __syncthreads();
  v = 0;
  for (int i = 0; i < 8; i++)
    v += part[i];
  return v;
}

__global__ void rows(const float *in, float *out, int n) {
  for (int r = blockIdx.x; r < n; r += gridDim.x) {
    float v = joined(in[r * 256 + threadIdx.x]);
    out[r * 256 + threadIdx.x] = v;
  }
}

void run(const float *in, float *out, int n) { rows<<<64, 256>>>(in, out, n); }

// CHECK:__device__ float joined(float v) {
// CHECK:  __syncthreads();
// CHECK:  __syncthreads();
// CHECK:  return v;
// CHECK-LABEL:__global__ void rows(const float *in, float *out, int n) {
// CHECK-NEXT:  for (int r = blockIdx.x; r < n; r += gridDim.x) {
// CHECK-NEXT:    float v = joined(in[r * 256 + threadIdx.x]);
// CHECK-NEXT:    out[r * 256 + threadIdx.x] = v;
