// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Places that not all threads of the grid pass, and launches that may not be seen.

__global__ void leaves(int *cell, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  next[i] = 0;
  cell[i] = next[n - 1 - i];
}

__global__ void steps(int *cell, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    cell[i + k] = cell[i];
}

__global__ void passed(int *cell, int *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = 0;
  cell[i] = next[gridDim.x * blockDim.x - 1 - i];
}

void *later = (void *)passed;

void run(int *cell, int *next, int n) {
  leaves<<<n / 256, 256>>>(cell, next, n);
  steps<<<n / 256, 256>>>(cell, n);
  passed<<<n / 256, 256>>>(cell, next);
}

// CHECK: grid-sync-not.cu:9:3: error: {{.*}} [inter-block-race, confirmed]
// CHECK: between the accesses is no place that every thread of the grid passes equally often
// CHECK: grid-sync-not.cu:16:5: error: {{.*}} [inter-block-race, confirmed]
// CHECK: between the accesses is no place that every thread of the grid passes equally often
// CHECK: grid-sync-not.cu:21:3: error: {{.*}} [inter-block-race, confirmed]
// CHECK: the kernel is named elsewhere than in a launch
