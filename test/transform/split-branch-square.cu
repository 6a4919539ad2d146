// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe --undecided | FileCheck %s --match-full-lines --strict-whitespace
// One bound is that of rows and of columns; sums that are used under the condition only are made
// by all; what is said after braces stays.

__global__ void square(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  if (row < n && col < n) {
    for (int t = 0; t < n / 16; ++t) {
      as[threadIdx.y][threadIdx.x] = a[row * n + t * 16 + threadIdx.x];
      bs[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + col];
      __syncthreads();
      for (int k = 0; k < 16; ++k)
        sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
      __syncthreads();
    } // tiles
    c[row * n + col] = sum;
  } // inside
}

void run(const float *a, const float *b, float *c, int n) {
  dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
  square<<<grid, block>>>(a, b, c, n);
}

// CHECK:  float sum = 0.0f;
// CHECK-NEXT:  for (int t = 0; t < n / 16; ++t) {
// CHECK-NEXT:    as[threadIdx.y][threadIdx.x] = row < n ? a[row * n + t * 16 + threadIdx.x] : 0.0f;
// CHECK-NEXT:    bs[threadIdx.y][threadIdx.x] = col < n ? b[(t * 16 + threadIdx.y) * n + col] : 0.0f;
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    for (int k = 0; k < 16; ++k)
// CHECK-NEXT:      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  } // tiles
// CHECK-NEXT:  if (row < n && col < n) {
// CHECK-NEXT:    c[row * n + col] = sum;
// CHECK-NEXT:  } // inside
// CHECK-NEXT:}
