// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="swap-dimensions (suggested"
// Where a warp means something, or a launch is not seen, the threads keep their names.

// CHECK-DAG: swap-dimensions: lanes of a warp work together
__global__ void votes(const float *in, float *out, int n) {
  int at = threadIdx.x * n + threadIdx.y;
  out[at] = __any_sync(~0u, in[at] > 0);
}

// CHECK-DAG: the kernel is named elsewhere than in a launch
__global__ void pointed(const float *in, float *out, int n) {
  out[threadIdx.x * n + threadIdx.y] = in[0];
}

// CHECK-DAG: a function that the kernel calls names threadIdx or blockDim
__device__ int place(int n) { return threadIdx.x * n + threadIdx.y; }
__global__ void called(const float *in, float *out, int n) { out[place(n)] = in[place(n)]; }

// What one access gains the other one loses.
// CHECK-DAG: with x and y of the block swapped it saves less than a tenth of the sectors
__global__ void transpose(const float *in, float *out, int n) {
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x * n + threadIdx.y] = in[threadIdx.y * n + threadIdx.x];
}

typedef void (*Kernel)(const float *, float *, int);
Kernel chosen() { return pointed; }

void run(float *a, float *b, int n) {
  votes<<<1, dim3(32, 16)>>>(a, b, n);
  pointed<<<1, dim3(32, 32)>>>(a, b, n);
  called<<<1, dim3(32, 32)>>>(a, b, n);
  transpose<<<1, dim3(32, 32)>>>(a, b, n);
}
