// SPDX-License-Identifier: Apache-2.0
// The mean of a matrix and its transposed one: the second load goes down a column.
#include "buffers.h"

__global__ void symmetrise(const double *a, double *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = 0.5 * (a[y * n + x] + a[x * n + y]);
}

int main() {
  double *a, *out;
  int n = 120 * SCALE;
  cudaMalloc(&a, n * n * sizeof(double));
  cudaMalloc(&out, n * n * sizeof(double));
  fill(a, n * n);
  fill(out, n * n);
  symmetrise<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, out, n);
  report("out", out, n * n);
}
