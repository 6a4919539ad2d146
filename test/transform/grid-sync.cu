// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair grid-sync --unsafe --source-only %s | FileCheck %s --match-full-lines --strict-whitespace
// What one block writes, another one reads in the second phase.

#include <cstdio>

__global__ void mirror(int *cell, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = cell[i];

  // All are copied.
  if (i < n)
    cell[i] = next[n - 1 - i];
}

void lower(int *cell, int *next, int n, cudaStream_t stream) {
  if (n > 1)
    mirror<<<(n / 2 + 255) / 256, 256, 0, stream>>>(cell, next, n / 2);
}

int main() {
  int *cell, *next, n = 1 << 18;
  cudaMalloc(&cell, n * sizeof(int));
  cudaMalloc(&next, n * sizeof(int));
  mirror<<<(n + 255) / 256, 256>>>(cell, next, n); // whole
}

// CHECK:#include <cstdio>
// CHECK-NEXT:#include <cooperative_groups.h>
// CHECK-EMPTY:
// CHECK-NEXT:__global__ void mirror(int *cell, int *next, int n) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  if (i < n)
// CHECK-NEXT:    next[i] = cell[i];
// CHECK-NEXT:  cooperative_groups::this_grid().sync();
// CHECK-EMPTY:
// CHECK-NEXT:  // All are copied.
// CHECK-NEXT:  if (i < n)
// CHECK-NEXT:    cell[i] = next[n - 1 - i];
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:void lower(int *cell, int *next, int n, cudaStream_t stream) {
// CHECK-NEXT:  if (n > 1) {
// CHECK-NEXT:    int nArg = n / 2;
// CHECK-NEXT:    void *args[] = {&cell, &next, &nArg};
// CHECK-NEXT:    cudaLaunchCooperativeKernel(mirror, (n / 2 + 255) / 256, 256, args, 0, stream);
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:int main() {
// CHECK-NEXT:  int *cell, *next, n = 1 << 18;
// CHECK-NEXT:  cudaMalloc(&cell, n * sizeof(int));
// CHECK-NEXT:  cudaMalloc(&next, n * sizeof(int));
// CHECK-NEXT:  void *args[] = {&cell, &next, &n};
// CHECK-NEXT:  cudaLaunchCooperativeKernel(mirror, (n + 255) / 256, 256, args); // whole
