// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void raiseFlagOk(const int *in, int *changed) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 7)
    *changed = 1; // expect-note: benign-race
}

__global__ void lastWriterWinsBad(int *winner) {
  *winner = threadIdx.x; // expect: global-race
}
