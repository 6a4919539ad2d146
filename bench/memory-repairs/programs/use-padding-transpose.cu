// SPDX-License-Identifier: Apache-2.0
// The tile has room for padding that its indices leave out.
#include "buffers.h"

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32 * 33];
  int column = blockIdx.x * 32, row = blockIdx.y * 32;
  tile[threadIdx.y * 32 + threadIdx.x] = in[(row + threadIdx.y) * n + column + threadIdx.x];
  __syncthreads();
  out[(column + threadIdx.y) * n + row + threadIdx.x] = tile[threadIdx.x * 32 + threadIdx.y];
}

int main() {
  float *in, *out;
  int n = 128 * SCALE;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  fill(in, n * n);
  fill(out, n * n);
  transpose<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n);
  report("out", out, n * n);
}
