// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void privateOk(int *out) {
  int mine[8];
  for (int k = 0; k < 8; ++k)
    mine[k] = threadIdx.x + k;
  for (int k = 0; k < 8; ++k)
    out[8 * threadIdx.x + k] = mine[7 - k];
}

__global__ void chunksOverlapBad(int *out) {
  for (int k = 0; k <= 8; ++k)
    out[8 * threadIdx.x + k] = k + threadIdx.x; // expect: global-race
}
