// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --assume 'n >= 1024'

__global__ void farReadOk(int *data, int n) { data[threadIdx.x] = data[threadIdx.x + n]; }

__global__ void notFarEnoughBad(int *data, int n) {
  data[threadIdx.x] = data[threadIdx.x + n - 1000]; // expect: global-race
}
