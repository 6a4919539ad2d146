// SPDX-License-Identifier: Apache-2.0
// Each thread adds up a row of a tile, whose padding was declared only.
#include "buffers.h"

#define WIDTH 64

__global__ void runningSums(const int *in, int *out) {
  __shared__ int rows[32 * (WIDTH + 1)];
  for (int r = 0; r < 32; ++r)
    rows[r * WIDTH + threadIdx.x] = in[(blockIdx.x * 32 + r) * WIDTH + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int c = 0; c < WIDTH; ++c) {
      sum += rows[threadIdx.x % 32 * WIDTH + c];
      rows[threadIdx.x % 32 * WIDTH + c] = sum;
    }
  }
  __syncthreads();
  for (int r = 0; r < 32; ++r)
    out[(blockIdx.x * 32 + r) * WIDTH + threadIdx.x] = rows[r * WIDTH + threadIdx.x];
}

int main() {
  const int blocks = 16 * SCALE * SCALE;
  int *in, *out;
  cudaMalloc(&in, blocks * 32 * WIDTH * sizeof(int));
  cudaMalloc(&out, blocks * 32 * WIDTH * sizeof(int));
  fill(in, blocks * 32 * WIDTH);
  fill(out, blocks * 32 * WIDTH);
  runningSums<<<blocks, WIDTH>>>(in, out);
  report("out", out, blocks * 32 * WIDTH);
}
