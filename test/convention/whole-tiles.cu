// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s
// Blocks take tiles of a matrix, as many as cover it, and no thread asks where a row ends: rows are
// whole tiles.

// CHECK-DAG: kernel 'tiles': free for launches with n % 32 == 0
__global__ void tiles(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[32 * 32], bs[32 * 32];
  const unsigned tc = threadIdx.x % 32, tr = threadIdx.x / 32;
  a += blockIdx.x * 32 * k;
  b += blockIdx.y * 32;
  c += blockIdx.x * 32 * n + blockIdx.y * 32;
  float t = 0;
  for (int i = 0; i < k; i += 32) {
    as[tr * 32 + tc] = a[tr * k + tc];
    bs[tr * 32 + tc] = b[tr * n + tc];
    __syncthreads();
    a += 32;
    b += 32 * n;
    for (int d = 0; d < 32; ++d)
      t += as[tr * 32 + d] * bs[d * 32 + tc];
    __syncthreads();
  }
  c[tr * n + tc] = t + c[tr * n + tc];
}

// Tiles that overlap do so in whole rows, too.
__global__ void overlapping(int m, int n, float *c) {
  const int tc = threadIdx.x % 32, tr = threadIdx.x / 32;
  // CHECK-DAG: [[@LINE+1]]:3: {{error|warning}}: race on global memory 'c'
  c[(blockIdx.x * 32 + tr) * n + blockIdx.y * 31 + tc] = blockIdx.y;
}

// A column of another tile.
__global__ void shifted(int m, int n, float *c) {
  const int tc = threadIdx.x % 32, tr = threadIdx.x / 32;
  float *at = c + (blockIdx.x * 32 + tr) * n + blockIdx.y * 32 + tc;
  // CHECK-DAG: [[@LINE+1]]:{{.*}}: {{error|warning}}: race on global memory 'c'
  at[0] = at[1];
}

// Rows one element shorter than a whole number of tiles.
// CHECK-NOT: kernel 'shorter': free for launches with n % 32
__global__ void shorter(int m, int n, float *c) {
  const int tc = threadIdx.x % 32, tr = threadIdx.x / 32;
  c[(blockIdx.x * 32 + tr) * (n - 1) + blockIdx.y * 32 + tc] = blockIdx.y;
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  dim3 grid((m + 31) / 32, (n + 31) / 32);
  tiles<<<grid, 1024>>>(m, n, k, a, b, c);
  overlapping<<<grid, 1024>>>(m, n, c);
  shifted<<<grid, 1024>>>(m, n, c);
  shorter<<<grid, 1024>>>(m, n, c);
}
