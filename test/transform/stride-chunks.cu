// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair stride-chunks %s --checks=performance --unsafe | FileCheck %s --match-full-lines --strict-whitespace

__global__ void range(const float *in, float *out, int n, int chunk) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread * chunk;
  int last = min(first + chunk, n);
  for (int i = first; i < last; ++i)
    out[i] = 2 * in[i];
}

__global__ void steps(const float *in, float *out, int n) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  for (int k = 0; k < 16; k++) {
    int at = base + k;
    if (at < n)
      out[at] = in[at] + 1;
  }
}

void run(float *in, float *out, int n) {
  range<<<64, 128>>>(in, out, n, (n + 8191) / 8192);
  steps<<<(n + 2047) / 2048, 128>>>(in, out, n);
}

// CHECK:__global__ void range(const float *in, float *out, int n, int chunk) {
// CHECK-NEXT:  int thread = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  int first = thread;
// CHECK-NEXT:  int last = min(static_cast<int>(gridDim.x * blockDim.x) * chunk, n);
// CHECK-NEXT:  for (int i = first; i < last; i += gridDim.x * blockDim.x)
// CHECK-NEXT:    out[i] = 2 * in[i];
// CHECK:__global__ void steps(const float *in, float *out, int n) {
// CHECK-NEXT:  int base = (blockIdx.x * blockDim.x + threadIdx.x);
// CHECK-NEXT:  for (int k = 0; k < 16; k++) {
// CHECK-NEXT:    int at = base + k * (gridDim.x * blockDim.x);
