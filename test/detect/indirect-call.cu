// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__device__ void one(int *p) { p[0] = threadIdx.x; } // expect: global-race
__device__ void two(int *p) { p[1] = threadIdx.x; } // expect: global-race
__device__ void (*const table[])(int *) = {one, two};

__global__ void throughTableBad(int *out, int which) {
  table[which](out);
}
