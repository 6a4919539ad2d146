// SPDX-License-Identifier: Apache-2.0
// Kernels change what host code reads of a managed variable: the loop in front of the last
// launch ends, and the grid is as large as a kernel says.
// RUN: %cuda-fix %s 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: %cuda-fix explain-launch lastOk %s | FileCheck %s
// FREE: 0 errors, 0 warnings
// CHECK: lastOk ({{.*}}): races free
// CHECK: grid (1, 1, 1), block (128, 1, 1)
// CHECK: free of races
// CHECK-NOT: cannot happen
// RUN: %cuda-fix explain-launch sizedOk %s | FileCheck %s --check-prefix=SIZED
// SIZED: grid (?, 1, 1), block (64, 1, 1)

__managed__ bool Done;
__device__ __managed__ int Blocks = 1;

__global__ void stepOk(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] += 1;
    if (a[i] > 100)
      Done = true;
  }
  if (i == 0)
    Blocks = n / 64;
}

__global__ void lastOk(int *a) { a[threadIdx.x] = 2; }

__global__ void sizedOk(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }

void run(int *a, int n) {
  do {
    Done = false;
    stepOk<<<(n + 255) / 256, 256>>>(a, n);
    cudaDeviceSynchronize();
  } while (!Done);
  lastOk<<<1, 128>>>(a);
  Blocks = 7;
  stepOk<<<(n + 255) / 256, 256>>>(a, n);
  cudaDeviceSynchronize();
  sizedOk<<<Blocks, 64>>>(a);
}
