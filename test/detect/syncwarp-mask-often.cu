// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

template <int Last> __device__ void steps(int *s, int t) {
  for (int k = 8; k > Last; k /= 2) {
    int v = s[t ^ k];
    __syncwarp(0xffff);
    s[t] = v;
    __syncwarp(0xffff);
  }
}

__global__ void halfWarpOk(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncwarp();
  if (t < 16) {
    steps<4>(s, t);
    steps<2>(s, t);
    steps<0>(s, t);
    out[t] = s[t];
  }
}
