// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 16

// Each diagonal reads the one before it.
__global__ void wavefrontOk(int *cost) {
  __shared__ int s[17][17];
  int t = threadIdx.x;
  s[0][t + 1] = cost[t];
  s[t + 1][0] = cost[t];
  if (t == 0)
    s[0][0] = 0;
  __syncthreads(); // allow: redundant-barrier
  for (int d = 0; d < 31; ++d) {
    int y = d - t;
    if (y >= 0 && y < 16)
      s[y + 1][t + 1] = s[y][t] + min(s[y][t + 1], s[y + 1][t]);
    __syncthreads(); // allow: redundant-barrier
  }
  cost[t] = s[16][t + 1];
}

__global__ void wavefrontBad(int *cost) {
  __shared__ int s[17][17];
  int t = threadIdx.x;
  for (int d = 0; d < 31; ++d) {
    int y = d - t;
    if (y >= 0 && y < 16)
      s[y + 1][t + 1] = s[y][t] + min(s[y][t + 1], s[y + 1][t]); // expect: intra-warp-race
  }
  cost[t] = s[16][t + 1];
}
