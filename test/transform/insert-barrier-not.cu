// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF --allow-empty
// Threads of all blocks follow one another's labels: a barrier in each block is no repair.

__global__ void follow(int *label, const int *next, int n) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
    int other = label[next[v]];
    if (other < label[v])
      label[v] = other;
  }
}

void run(int *label, const int *next, int n) { follow<<<64, 128>>>(label, next, n); }

// CHECK: insert-barrier-not.cu:8:17: {{.*}} [global-race
// CHECK: threads of different blocks race on the same accesses; a barrier orders one block only
// DIFF-NOT: __syncthreads
