// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=bank-conflict 2>/dev/null | FileCheck %s
// Rows that are walked through a pointer, or whose end is not seen, keep their length.

__device__ float sum(const float *row, int n) {
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += row[i];
  return total;
}

// CHECK: warning: 32-way bank conflict
// CHECK: no repair was found
// CHECK-NEXT: pad-shared: 'tile' is used other than element by element
__global__ void passed(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sum(tile[threadIdx.x], 32);
}

// CHECK: warning: 32-way bank conflict
// CHECK: that the index 'threadIdx.x * 32 + (threadIdx.y ^ 1)' is a row times 32 and a column is not seen
__global__ void byHand(const float *in, float *out) {
  __shared__ float flat[32 * 32];
  flat[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = flat[threadIdx.x * 32 + (threadIdx.y ^ 1)];
}

// CHECK-NOT: pad-shared (suggested

void run(float *a, float *b) {
  passed<<<1, dim3(32, 32)>>>(a, b);
  byHand<<<1, dim3(32, 32)>>>(a, b);
}
