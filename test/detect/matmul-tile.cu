// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 16,16

#define T 16
__global__ void matmulOk(const float *a, const float *b, float *c, int n) {
  __shared__ float x[T][T], y[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / T; ++t) {
    x[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}
