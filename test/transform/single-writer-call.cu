// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair single-writer %s | FileCheck %s --match-full-lines --strict-whitespace
// All threads compute the same in shared memory by functions that write a cell more than once.

__device__ void rotate(const float *q, const float *x, float *y) {
  y[0] = q[0] * x[0] - q[1] * x[1];
  y[1] = q[1] * x[0] + q[0] * x[1];
}

__device__ void relative(const float *a, const float *q, const float *b, float *t) {
  rotate(q, a, t);
  t[0] = b[0] - t[0];
  t[1] = b[1] - t[1];
}

__global__ void distances(const float *d, const float *pose, float *out, int n) {
  __shared__ float a[2], b[2], q[2], t[2];
  const int tid = threadIdx.x;
  if (tid < 2) {
    a[tid] = pose[tid];
    b[tid] = pose[tid + 2];
    q[tid] = pose[tid + 4];
  }
  __syncthreads();
  relative(a, q, b, t);
  float sum = 0;
  for (int k = tid; k < n; k += blockDim.x)
    sum += d[k] * t[0] + t[1];
  out[blockIdx.x * blockDim.x + tid] = sum;
}

__device__ void difference(const float *a, const float *b, float *t) {
  for (int i = 0; i < 2; i++)
    t[i] = a[i];
  for (int i = 0; i < 2; i++)
    t[i] -= b[i];
}

// In a loop, others may still read what the call writes.
__global__ void eachTurn(const float *pose, float *out, int n) {
  __shared__ float t[2];
  float sum = 0;
  for (int i = 0; i < n; i++) {
    difference(pose + 4 * i, pose + 4 * i + 2, t);
    sum += t[0] * t[threadIdx.x % 2];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  distances<<<9, 256>>>(0, 0, 0, 1000);
  eachTurn<<<9, 256>>>(0, 0, 5);
}

// CHECK-LABEL:__global__ void distances(const float *d, const float *pose, float *out, int n) {
// CHECK:  __syncwarp();
// CHECK-NEXT:  if (tid == 0)
// CHECK-NEXT:    relative(a, q, b, t);
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  float sum = 0;

// CHECK-LABEL:__global__ void eachTurn(const float *pose, float *out, int n) {
// CHECK:    __syncthreads();
// CHECK-NEXT:    if (threadIdx.x == 0)
// CHECK-NEXT:      difference(pose + 4 * i, pose + 4 * i + 2, t);
// CHECK-NEXT:    __syncthreads();
