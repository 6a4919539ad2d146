// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Places that not all threads of the grid pass, launches that may not be seen, and more blocks than
// any device holds at once.

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

__global__ void crowd(int *cell, int *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = 0;
  cell[i] = next[gridDim.x * blockDim.x - 1 - i];
}

void *later = (void *)passed;

void run(int *cell, int *next, int n) {
  leaves<<<n / 256, 256>>>(cell, next, n);
  steps<<<n / 256, 256>>>(cell, n);
  passed<<<n / 256, 256>>>(cell, next);
  crowd<<<8192, 256>>>(cell, next);
}

// CHECK: grid-sync-not.cu:10:3: error: {{.*}} [inter-block-race, confirmed]
// CHECK: between the accesses is no place that every thread of the grid passes equally often
// CHECK: grid-sync-not.cu:17:5: error: {{.*}} [inter-block-race, confirmed]
// CHECK: between the accesses is no place that every thread of the grid passes equally often
// CHECK: grid-sync-not.cu:22:3: error: {{.*}} [inter-block-race, confirmed]
// CHECK: the kernel is named elsewhere than in a launch
// CHECK: grid-sync-not.cu:28:3: error: {{.*}} [inter-block-race
// CHECK: the launch in line 38 makes 8192 blocks, more than a device holds at once
