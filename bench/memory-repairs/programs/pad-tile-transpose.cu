// SPDX-License-Identifier: Apache-2.0
// A transposition through a tile whose columns share a bank.
#include "buffers.h"

__global__ void transpose(const int *in, int *out, int n) {
  __shared__ int tile[16][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int t = threadIdx.y * 32 + threadIdx.x;
  int column = t / 16, row = t % 16;
  out[(blockIdx.x * 32 + column) * n + blockIdx.y * 16 + row] = tile[row][column];
}

int main() {
  int *in, *out, n = 128 * SCALE;
  cudaMalloc(&in, n * n * sizeof(int));
  cudaMalloc(&out, n * n * sizeof(int));
  fill(in, n * n);
  fill(out, n * n);
  transpose<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, out, n);
  report("out", out, n * n);
}
