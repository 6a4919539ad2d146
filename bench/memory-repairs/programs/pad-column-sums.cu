// SPDX-License-Identifier: Apache-2.0
// Sums of the rows of a tile: neighbouring threads read one bank.
#include "buffers.h"

__global__ void rowSums(const float *in, float *out) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; ++r)
    tile[r][threadIdx.x] = in[(blockIdx.x * 32 + r) * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 32; ++c)
    sum += tile[threadIdx.x][c];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

int main() {
  const int blocks = 64 * SCALE * SCALE;
  float *in, *out;
  cudaMalloc(&in, blocks * 32 * 32 * sizeof(float));
  cudaMalloc(&out, blocks * 32 * sizeof(float));
  fill(in, blocks * 32 * 32);
  fill(out, blocks * 32);
  rowSums<<<blocks, 32>>>(in, out);
  report("out", out, blocks * 32);
}
