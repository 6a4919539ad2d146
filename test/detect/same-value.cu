// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void raiseFlagOk(const int *in, int *changed) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 7)
    *changed = 1; // expect-note: benign-race
}

__global__ void lastWriterWinsBad(int *winner) {
  *winner = threadIdx.x; // expect: global-race
}

// Threads of different warps write the same value; lanes of the first warp write others.
__global__ void sameBetweenWarpsBad(int *out) {
  for (int k = 0; k < 8; ++k)
    if (threadIdx.x < 2 << k)
      out[(3 ^ ((1 << k) - 1)) + threadIdx.x] = (1 << k) + threadIdx.x; // expect: intra-warp-race
}

void run(int *out) { sameBetweenWarpsBad<<<1, 256>>>(out); }
