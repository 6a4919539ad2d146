// SPDX-License-Identifier: Apache-2.0
// x is the row: every lane of a warp stands in a row of its own.
#include "buffers.h"

__global__ void blend(const float *a, const float *b, float *out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols)
    out[row * cols + col] = 0.5f * (a[row * cols + col] + b[row * cols + col]);
}

int main() {
  float *a, *b, *out;
  int rows = 512 * SCALE, cols = 512 * SCALE;
  cudaMalloc(&a, rows * cols * sizeof(float));
  cudaMalloc(&b, rows * cols * sizeof(float));
  cudaMalloc(&out, rows * cols * sizeof(float));
  fill(a, rows * cols);
  fill(b, rows * cols);
  fill(out, rows * cols);
  dim3 block(16, 16);
  dim3 grid((rows + 15) / 16, (cols + 15) / 16);
  blend<<<grid, block>>>(a, b, out, rows, cols);
  report("out", out, rows * cols);
}
