// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// nan() and nanf() read a literal alone.

__global__ void fillOk(double *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] = nan("");
    y[i] = nanf("1");
  }
}

__global__ void shiftedBad(double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    x[i] = x[i + 1] == 0 ? nan("") : 1; // expect: global-race; allow: inter-block-race, intra-warp-race
}
