// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair launch-cooperatively --unsafe --source-only %s | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix %s -- -DMANY 2>&1 | FileCheck %s --check-prefix=MANY

#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

#ifdef MANY
const int blocks = 1 << 20;
#else
const int blocks = 64;
#endif

__global__ void mirror(int *cell, int *next) {
  int i = blockIdx.x * 256 + threadIdx.x, n = blocks * 256;
  next[i] = cell[i];
  cg::this_grid().sync();
  cell[i] = next[n - 1 - i];
  cg::this_grid().sync();
  next[n - 1 - i] = cell[i];
}

int main() {
  int *cell, *next;
  cudaMalloc(&cell, blocks * 256 * sizeof(int));
  cudaMalloc(&next, blocks * 256 * sizeof(int));
  mirror<<<blocks, 256>>>(cell, next); // once
}

// MANY: more than a device holds at once
// MANY: 2 errors
// CHECK:int main() {
// CHECK-NEXT:  int *cell, *next;
// CHECK-NEXT:  cudaMalloc(&cell, blocks * 256 * sizeof(int));
// CHECK-NEXT:  cudaMalloc(&next, blocks * 256 * sizeof(int));
// CHECK-NEXT:  void *args[] = {&cell, &next};
// CHECK-NEXT:  cudaLaunchCooperativeKernel(mirror, blocks, 256, args); // once
