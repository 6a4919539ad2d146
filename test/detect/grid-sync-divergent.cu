// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-replay %s | FileCheck %s

#include <cooperative_groups.h>

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: error: not all threads of the grid reach this barrier: thread 0 of block 0 waits here while thread 0 of block 1 leaves the kernel without it [barrier-divergence]
__global__ void firstBlockOnlyBad(int *a) {
  if (blockIdx.x == 0)
    cooperative_groups::this_grid().sync(); // expect: barrier-divergence, allow: redundant-barrier
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void everyBlockOk(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  if (n > 0)
    cooperative_groups::this_grid().sync();
  if (n > 0)
    a[n - 1 - i] = 2;
}
