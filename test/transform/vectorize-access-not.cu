// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=performance --show=note 2>/dev/null | FileCheck %s --implicit-check-not="vectorize-access (suggested"
// Where alignment or order is not certain, nothing is offered.

// CHECK-DAG: no allocation shows that 'a' begins at a multiple of 16 bytes
__global__ void shifted(const float *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
}

// CHECK-DAG: between the parts, 'b[i]' may access the same memory
__global__ void overlapping(float *a, float *b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = a[2 * i];
  b[i] = x;
  b[i + 4096] = a[2 * i + 1];
}

// CHECK-DAG: 'i' changes between the parts
__global__ void moving(const float *a, float *out) {
  int i = 2 * (blockIdx.x * 256 + threadIdx.x);
  float x = a[i];
  i = i + 1;
  out[blockIdx.x * 256 + threadIdx.x] = x - a[i];
}

// CHECK-DAG: a barrier or fence stands between the parts
__global__ void apart(const float *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = a[2 * i];
  __syncthreads();
  out[i] = x - a[2 * i + 1];
}

void run() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  shifted<<<16, 256>>>(a + 1, b);
  overlapping<<<16, 256>>>(a, a + 8192);
  moving<<<16, 256>>>(a, b);
  apart<<<16, 256>>>(a, b);
}
