// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void assumedApartOk(int *data, int offset) {
  __builtin_assume(offset >= 1024);
  data[threadIdx.x] = data[threadIdx.x + offset] + 1;
}

__global__ void assumedCloseBad(int *data, int offset) {
  __builtin_assume(offset > 0 && offset < 64);
  data[threadIdx.x] = data[threadIdx.x + offset] + 1; // expect: global-race
}
