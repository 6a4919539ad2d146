// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#include <cooperative_groups.h>

__global__ void gridSyncOk(int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
  cooperative_groups::this_grid().sync();
  if (i < n)
    b[i] = a[n - 1 - i];
}

__global__ void blockSyncOnlyBad(int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i; // expect: inter-block-race
  cooperative_groups::this_thread_block().sync();
  if (i < n)
    b[i] = a[n - 1 - i];
}
