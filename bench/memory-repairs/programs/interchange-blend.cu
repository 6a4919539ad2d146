// SPDX-License-Identifier: Apache-2.0
// A thread for each row, which it walks along.
#include "buffers.h"

__global__ void blend(const float *a, const float *b, float *out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows)
    for (int col = 0; col < cols; ++col)
      out[row * cols + col] = 0.25f * a[row * cols + col] + 0.75f * b[row * cols + col];
}

int main() {
  float *a, *b, *out;
  int rows = 300 * SCALE, cols = 280 * SCALE;
  cudaMalloc(&a, rows * cols * sizeof(float));
  cudaMalloc(&b, rows * cols * sizeof(float));
  cudaMalloc(&out, rows * cols * sizeof(float));
  fill(a, rows * cols);
  fill(b, rows * cols);
  fill(out, rows * cols);
  blend<<<(rows + 127) / 128, 128>>>(a, b, out, rows, cols);
  report("out", out, rows * cols);
}
