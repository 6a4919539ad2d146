// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// Tiles that the block fills in each turn of a loop: the threads that would return fill them, too.

#define TILE 16

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  if (row >= m || col >= n)
    return;
  float sum = 0;
  for (int t = 0; t < k; t += TILE) {
    tileA[ty][tx] = a[row * k + t + tx];
    tileB[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[ty][i] * tileB[i][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

void run(const float *a, const float *b, float *c, int m, int n) {
  multiply<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a, b, c, m, n, 256);
}

// CHECK:  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
// CHECK-NEXT:  float sum = 0;
// CHECK-NEXT:  for (int t = 0; t < k; t += TILE) {
// CHECK-NEXT:    tileA[ty][tx] = row < m ? a[row * k + t + tx] : 0.0f;
// CHECK-NEXT:    tileB[ty][tx] = col < n ? b[(t + ty) * n + col] : 0.0f;
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    for (int i = 0; i < TILE; ++i)
// CHECK-NEXT:      sum += tileA[ty][i] * tileB[i][tx];
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (row >= m || col >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  c[row * n + col] = sum;
