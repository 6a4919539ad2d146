// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s

// Kernels of one name are told apart by their parameters.
// CHECK: not decided for kernel 'scaleBad(float *, int)': races
__global__ void scaleBad(float *__restrict__ x, int n) {
  if (threadIdx.x < n)
    __syncthreads(); // expect: barrier-divergence
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void scaleBad(float *x, void (*)(int)) {
  float next = x[threadIdx.x + 1]; // expect: global-race
  x[threadIdx.x] = next;
}

void run(float *x, int n) {
  scaleBad<<<n, 64>>>(x, n);
  scaleBad<<<1, 64>>>(x, nullptr);
}
