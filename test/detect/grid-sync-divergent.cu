// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#include <cooperative_groups.h>

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
