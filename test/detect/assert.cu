// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --grid-dim 1

#include <cassert>

__global__ void assertedSizeOk(int *data) {
  assert(blockDim.x <= 64);
  data[threadIdx.x] = data[threadIdx.x + 64] + 1;
}

__global__ void noAssertBad(int *data) {
  data[threadIdx.x] = data[threadIdx.x + 64] + 1; // expect: global-race
}
