// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program %s 2>/dev/null | FileCheck %s
// RUN: %cuda-fix simulate --run-program --no-check %s 2>/dev/null | FileCheck %s
// RUN: not %cuda-fix %s | FileCheck %s --check-prefix=STATIC
#include <cstdio>

// One variable for host and device, with and without an initial value.
__device__ __managed__ int total = 3;
__managed__ float cells[32];

// STATIC: managed.cu:[[@LINE+2]]:{{[0-9]+}}: error: race on global memory 'cells'
__global__ void shiftBad() {
  cells[threadIdx.x] = cells[threadIdx.x + 1];
}

__global__ void add(const float *in) {
  atomicAdd(&total, 1);
  cells[threadIdx.x] += in[threadIdx.x] + threadIdx.x;
}

int main() {
  total += 10;
  cells[3] = 0.5f;
  printf("before: %d\n", total); // CHECK: before: 13
  float *in;
  cudaMallocManaged(&in, 32 * sizeof(float));
  in[3] = total;
  add<<<1, 32>>>(in);
  cudaDeviceSynchronize();
  printf("after: %d %g\n", total, cells[3]); // CHECK: after: 45 16.5
  cudaFree(in);
}
